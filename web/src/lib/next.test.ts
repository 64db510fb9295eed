import { expect, test } from "vitest";
import { localPath, loginPath, signupPath } from "./next";

test.each([
  ["/watchlist", "/watchlist"],
  ["/?search=K%26K", "/?search=K%26K"],
  ["/anime/one-piece#facts", "/anime/one-piece#facts"],
  ["/faq/../terms", "/terms"],
  ["/login", "/"],
  ["/SignUp?next=/about", "/"],
  ["/forgot", "/"],
  ["//elsewhere.example", "/"],
  ["/\\elsewhere.example", "/"],
  ["/..//elsewhere.example", "/"],
  ["/\t/elsewhere.example", "/"],
  ["https://elsewhere.example/", "/"],
  ["javascript:alert(1)", "/"],
  ["watchlist", "/"],
  ["//", "/"],
  ["", "/"],
  [null, "/"],
])("after signing in, %j leads to %s", (next, page) => {
  expect(localPath(next)).toBe(page);
});

test.each([
  ["/", "/login"],
  ["/login", "/login"],
  ["/about", "/login?next=%2Fabout"],
  ["/login?next=%2Fwatchlist%3Fgenre%3DAction", "/login?next=%2Fwatchlist%3Fgenre%3DAction"],
  ["/login?next=%2Flogin%3Fnext%3D%2Fabout", "/login"],
  ["/login?next=/browse?genre=action", "/login?next=%2Fbrowse%3Fgenre%3Daction"],
  ["/login#next=/about", "/login"],
  ["/reset#token=x", "/login"],
  ["/Login?next=https%3A%2F%2Felsewhere.example", "/login"],
  ["/?search=K%26K", "/login?next=%2F%3Fsearch%3DK%2526K"],
])("from %s the login link is %s", (here, login) => {
  expect(loginPath(here)).toBe(login);
  expect(signupPath(here)).toBe(login.replace("/login", "/signup"));
});

test.each(["//elsewhere.example", "/\\elsewhere.example", "/faq/../login", "/about"])(
  "the login link from %j leads to a page of this site",
  (here) => {
    const { searchParams } = new URL(loginPath(here), "http://mitai.invalid");
    expect(localPath(searchParams.get("next"))).toBe(here === "/about" ? here : "/");
  },
);
