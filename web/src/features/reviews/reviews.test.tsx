import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { Block, Inline, Review } from "@/api/reviews";
import { HINT } from "@/lib/session";
import { someLibrary, someUser, takeWrite } from "@/test/account";
import { details } from "@/test/anime";
import { fakeLists } from "@/test/fake-lists";
import { gate } from "@/test/gate";
import { Near } from "@/test/near";
import { open } from "@/test/render";
import { LIST, OWN, showReviews, signIn } from "@/test/review-section";
import { paragraph, reviewPage, someOwnReview, someReview } from "@/test/reviews";
import { answer, refuse, server, unreachable } from "@/test/server";
import { fakeStreams } from "@/test/stream";

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", Near);
  answer("/api/v1/anime/{key}", details());
});

const hiddenOwn = {
  review: someOwnReview({ hidden_for: "Advertising" }),
  helpful: [],
  reported: [],
};

const text = (words: string): Inline => ({ type: "text", text: words });

test("shows author, dates, and where the author was", async () => {
  const { section } = await showReviews([someReview({ edited_at: "2026-09-02T10:00:00Z" })]);
  const review = within(await section.findByRole("article", { name: "Kirito" }));
  expect(review.getByText("A wall is a wall.")).toBeVisible();
  expect(review.getByText("31 Aug 2026").closest("p")).toHaveTextContent(
    "31 Aug 2026, edited 2 Sept 2026",
  );
  expect(review.getByText("8")).toBeVisible();
  expect(review.getByText("Completed · 25 of 25 episodes")).toBeVisible();
});

test("scores are on the reader's scale", async () => {
  signIn({ ...someLibrary().preferences, score_scale: "5_stars" });
  const { section } = await showReviews();
  expect(await section.findByText("4 stars")).toBeVisible();
});

test("texts become elements, and never markup", async () => {
  const body: Review["body"] = [
    { type: "quote", children: [paragraph("<b>Just</b> as planned")] },
    { type: "list", start: 3, items: [{ children: [paragraph("clever")] }] },
    {
      type: "paragraph",
      children: [
        { type: "strong", children: [text("bold")] },
        { type: "break" },
        { type: "emphasis", children: [text("soft")] },
        { type: "link", href: "https://example.org/", children: [text("there")] },
        { type: "link", href: "javascript:alert(1)", children: [text("never")] },
      ],
    },
  ];
  const { section } = await showReviews([someReview({ body })]);
  expect(await section.findByText("<b>Just</b> as planned")).toBeVisible();
  expect(section.getByText("clever").closest("ol")).toHaveAttribute("start", "3");
  expect(section.getByText("bold").tagName).toBe("STRONG");
  expect(section.getByText("soft").tagName).toBe("EM");
  const link = section.getByRole("link", { name: "there" });
  expect(link).toHaveAttribute("rel", "nofollow ugc noopener");
  expect(link.parentElement).toHaveTextContent("there (example.org)");
  expect(section.getByText(/never/).closest("a")).toBeNull();
});

test("a spoiler is not in the document before it is revealed, and no button is inside a link", async () => {
  const spoiler = (number: number): Inline => ({
    type: "spoiler",
    number,
    children: [text("Ryuk")],
  });
  const body: Review["body"] = [
    { type: "paragraph", children: [text("In the end "), spoiler(1)] },
    {
      type: "paragraph",
      children: [{ type: "link", href: "https://example.org/", children: [spoiler(2)] }],
    },
  ];
  const { user, section } = await showReviews([someReview({ body })]);
  const buttons = await section.findAllByRole("button", { name: "Show spoiler" });
  expect(buttons).toHaveLength(2);
  expect(section.queryByText(/Ryuk/)).toBeNull();
  for (const button of buttons) {
    expect(button.closest("a")).toBeNull();
    await user.click(button);
    expect(button).toHaveAttribute("aria-expanded", "true");
  }
  expect(section.getAllByText("Ryuk")).toHaveLength(2);
  expect(section.getByRole("link", { name: "Ryuk" })).toBeVisible();
});

test("a spoiler over several paragraphs has one button, and leaves no empty place", async () => {
  const part = (words: string): Inline => ({ type: "spoiler", number: 1, children: [text(words)] });
  const line = (...children: Inline[]): Block => ({ type: "paragraph", children });
  const body = [
    line(text("In the end "), part("Ryuk")),
    { type: "list", start: null, items: [{ children: [line(part("writes"))] }] } satisfies Block,
    line(part("a name"), text(" and goes.")),
  ];
  const { user, section } = await showReviews([someReview({ body })]);
  const button = await section.findByRole("button", { name: "Show spoiler" });
  const article = within(section.getByRole("article"));
  expect(article.queryByRole("list")).toBeNull();
  expect(article.queryByText("writes")).toBeNull();
  expect(section.getByText("and goes.")).toBeVisible();
  await user.click(button);
  for (const words of ["Ryuk", "writes", "a name"]) expect(section.getByText(words)).toBeVisible();
  expect(section.getByText("writes").closest("li")).toBeVisible();
  await user.click(section.getByRole("button", { name: "Hide spoiler" }));
  expect(section.queryByText("writes")).toBeNull();
});

test("reported and spoiler reviews are revealed on request", async () => {
  const { user, section } = await showReviews([someReview({ folded: true, spoiler: true })]);
  expect(await section.findByText(/^Several readers have reported/)).toBeVisible();
  expect(section.queryByText("A wall is a wall.")).toBeNull();
  await user.click(section.getByRole("button", { name: "Show it: the review by Kirito" }));
  expect(section.getByText("This review contains spoilers.")).toBeVisible();
  await user.click(section.getByRole("button", { name: "Show it: the review by Kirito" }));
  expect(section.getByText("A wall is a wall.")).toBeVisible();
});

test("a long review is collapsed and expands", async () => {
  const body = [paragraph("x".repeat(1_000)), paragraph("y".repeat(1_000))];
  const { user, section } = await showReviews([someReview({ body })]);
  await user.click(await section.findByRole("button", { name: "Read on: review by Kirito" }));
  expect(section.getByText(/^y+$/)).toBeVisible();
});

test("further reviews load on demand, in the chosen order", async () => {
  const second = someReview({ id: "16498-2", author: { name: "Klein", page: null } });
  answer(LIST, (url) => {
    if (url.searchParams.get("after") === "p1") return reviewPage([second], null, 2);
    const first = someReview({
      author: { name: url.searchParams.get("sort") ?? "", page: null },
    });
    return reviewPage([first], "p1", 2);
  });
  const { user } = open("/anime/16498");
  const section = within(await screen.findByRole("region", { name: "Reviews" }));
  expect(await section.findByRole("article", { name: "helpful" })).toBeVisible();
  await user.click(section.getByRole("button", { name: "Show more" }));
  expect(await section.findByRole("article", { name: "Klein" })).toBeVisible();
  expect(section.queryByRole("button", { name: "Show more" })).toBeNull();
  await user.selectOptions(section.getByLabelText("Order of reviews"), "newest");
  expect(await section.findByRole("article", { name: "newest" })).toBeVisible();
});

test("a title without reviews says so", async () => {
  const { section } = await showReviews([]);
  expect(await section.findByText("Nobody has written a review yet.")).toBeVisible();
  expect(section.getByRole("link", { name: "Log in to write a review" })).toHaveAttribute(
    "href",
    "/login?next=%2Fanime%2F16498%23reviews",
  );
});

test("a failure says so, and Retry helps", async () => {
  unreachable(LIST);
  const { user } = open("/anime/16498");
  const section = within(await screen.findByRole("region", { name: "Reviews" }));
  expect(await section.findByRole("alert")).toHaveTextContent("cannot reach the server");
  answer(LIST, reviewPage([someReview()]));
  await user.click(section.getByRole("button", { name: "Retry" }));
  expect(await section.findByRole("article", { name: "Kirito" })).toBeVisible();
});

test("visitors are asked to log in before they vote or report", async () => {
  const { user, section } = await showReviews();
  await user.click(await section.findByRole("button", { name: /^Helpful/ }));
  const alert = await screen.findByRole("alertdialog");
  expect(alert).toHaveTextContent("Please log in to say that a review has helped you.");
  const place = section.getByRole("article", { name: "Kirito" }).closest("li")?.id;
  const next = encodeURIComponent(`/anime/16498#${place}`);
  const logIn = within(alert).getByRole("link", { name: "Log in" });
  expect(logIn).toHaveAttribute("href", `/login?next=${next}`);
  await user.click(within(alert).getByRole("button", { name: "Not now" }));
  await user.click(section.getByRole("button", { name: /^Report/ }));
  expect(await screen.findByRole("alertdialog")).toHaveTextContent(
    "Please log in to report a review.",
  );
});

test("votes and reports made before the session is known wait for it", async () => {
  const { open: letPass, passed } = gate();
  fakeStreams();
  fakeLists().sessionWait(passed, someUser());
  const sent = takeWrite("POST /api/v1/reviews/{id}/vote", { helpful: true, votes: 4 });
  answer(LIST, reviewPage([someReview()]));
  answer(OWN, { review: null, helpful: [], reported: [] });
  const { user } = open("/anime/16498");
  const section = within(await screen.findByRole("region", { name: "Reviews" }));
  await user.click(await section.findByRole("button", { name: /^Helpful/ }));
  await user.click(section.getByRole("button", { name: /^Report/ }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  letPass();
  expect(await screen.findByRole("dialog", { name: "Report the review by Kirito" })).toBeVisible();
  await waitFor(() => expect(sent.map(({ body }) => body.helpful)).toEqual([true]));
});

test("a vote is counted, and can be withdrawn", async () => {
  const { user, section } = await showReviews([someReview()], {});
  const sent = takeWrite("POST /api/v1/reviews/{id}/vote", ({ helpful }) => ({
    helpful,
    votes: helpful ? 4 : 3,
  }));
  const button = await section.findByRole("button", { name: /^Helpful/ });
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute("aria-pressed", "true"));
  expect(button).toHaveTextContent(/4$/);
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute("aria-pressed", "false"));
  expect(sent.map(({ body }) => body.helpful)).toEqual([true, false]);
});

test("a report needs a reason, and is sent", async () => {
  const { user, section } = await showReviews([someReview()], {});
  const sent = takeWrite("POST /api/v1/reviews/{id}/report", undefined);
  await user.click(await section.findByRole("button", { name: /^Report/ }));
  const dialog = within(screen.getByRole("dialog", { name: "Report the review by Kirito" }));
  await user.click(dialog.getByRole("button", { name: "Report it" }));
  expect(dialog.getByText("Please choose a reason.")).toBeVisible();
  await user.click(dialog.getByLabelText("It advertises something"));
  await user.click(dialog.getByRole("button", { name: "Report it" }));
  expect(await screen.findByText("Thank you. Your report is kept.")).toBeVisible();
  expect(sent[0]?.body).toEqual({ reason: "spam", note: "" });
  expect(section.getByRole("button", { name: /^Reported/ })).toBeVisible();
});

test("a reported review shows the user's report, which can be changed", async () => {
  const review = someReview();
  const { user, section } = await showReviews([review], {
    reported: [
      { review: review.id, reason: "spam", note: "A shop", at: "2026-09-03T10:00:00Z" },
      { review: "16498-other", reason: "abuse", note: "", at: "2026-09-04T10:00:00Z" },
    ],
  });
  const sent = takeWrite("POST /api/v1/reviews/{id}/report", undefined);
  await user.click(await section.findByRole("button", { name: /^Reported/ }));
  const name = "Your report of the review by Kirito";
  const dialog = within(await screen.findByRole("dialog", { name }));
  expect(dialog.getByText(/^You have reported it, on 3 Sept 2026\./)).toBeVisible();
  expect(dialog.getByLabelText("It advertises something")).toBeChecked();
  expect(dialog.getByLabelText(/^What should we know/)).toHaveValue("A shop");
  await user.click(dialog.getByLabelText("Something else"));
  await user.click(dialog.getByRole("button", { name: "Change the report" }));
  await waitFor(() => expect(sent[0]?.body).toEqual({ reason: "other", note: "A shop" }));
});

test("typed report text survives a reload of the earlier report", async () => {
  const review = someReview();
  const before = { review: review.id, reason: "spam" as const, note: "A shop" };
  const state = (at: string) => ({ review: null, helpful: [], reported: [{ ...before, at }] });
  const { open: letPass, passed } = gate();
  signIn();
  answer(LIST, reviewPage([review]));
  server.use(
    http.get("*/api/v1/me/reviews/:id", async () => {
      await passed;
      return HttpResponse.json(state("2026-09-03T10:00:00Z"));
    }),
  );
  const { user } = open("/anime/16498");
  const section = within(await screen.findByRole("region", { name: "Reviews" }));
  await user.click(await section.findByRole("button", { name: /^Report/ }));
  const note = await screen.findByLabelText(/^What should we know/);
  await user.type(note, "And it is rude");
  letPass();
  expect(await screen.findByText(/^You have reported it, on 3 Sept 2026\./)).toBeVisible();
  expect(screen.getByLabelText("It advertises something")).toBeChecked();
  await user.click(screen.getByLabelText("Something else"));

  answer(OWN, state("2026-09-05T10:00:00Z"));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
  window.dispatchEvent(new Event("visibilitychange"));
  expect(await screen.findByText(/^You have reported it, on 5 Sept 2026\./)).toBeVisible();
  vi.useRealTimers();
  expect(screen.getByLabelText("Something else")).toBeChecked();
  expect(note).toHaveValue("And it is rude");
  expect(note).toBeVisible();
});

test("an author reads when the links of a new account become active", async () => {
  const { section } = await showReviews([], {
    review: someOwnReview({ links_wait_until: "2026-09-01T10:00:00Z" }),
  });
  expect(await section.findByText(/^Your account is new/)).toHaveTextContent("plain text until 1");
});

test("a review has a page of its own, with the way to its title", async () => {
  answer("/api/v1/reviews/{id}", { review: someReview(), title: details() });
  open("/review/16498-0k3x9wd7m2q5e");
  expect(
    await screen.findByRole("heading", { level: 1, name: "Review of Attack on Titan" }),
  ).toBeVisible();
  expect(document.title).toBe("Review of Attack on Titan by Kirito · Mitai");
  expect(screen.getByRole("link", { name: "All reviews of Attack on Titan" })).toHaveAttribute(
    "href",
    "/anime/attack-on-titan#reviews",
  );
});

test("a missing review says so", async () => {
  refuse("/api/v1/reviews/{id}", 404, "not_found");
  open("/review/16498-0k3x9wd7m2q5e");
  expect(
    await screen.findByRole("heading", { level: 1, name: "This review is not here" }),
  ).toBeVisible();
});

test("a hidden review is shown to its author with the reason", async () => {
  refuse("/api/v1/reviews/{id}", 404, "not_found");
  signIn();
  answer("/api/v1/anime/{key}", details());
  const review = someOwnReview({ hidden_for: "Advertising" });
  answer(OWN, { review, helpful: [], reported: [] });
  open(`/review/${review.id}`);
  expect(
    await screen.findByRole("heading", { level: 1, name: "Review of Attack on Titan" }),
  ).toBeVisible();
  expect(
    screen.getByText("This review is hidden: nobody else sees it. The reason: Advertising"),
  ).toBeVisible();
  expect(screen.getByRole("article", { name: "Asuna Yuuki (you)" })).toHaveTextContent(
    "A wall is a wall.",
  );
  expect(screen.queryByRole("button", { name: /^Share/ })).toBeNull();
  expect(screen.getByRole("link", { name: "Edit it on its title" })).toHaveAttribute(
    "href",
    "/anime/attack-on-titan#reviews",
  );
});

test.each([
  ["somebody else’s", { id: "16498-2k3x9wd7m2q5e", hidden_for: "Advertising" }],
  ["one’s own and not hidden", { hidden_for: null }],
])("a review that is %s is not here for a reader with one of the title", async (_, fields) => {
  refuse("/api/v1/reviews/{id}", 404, "not_found");
  signIn();
  answer(OWN, { review: someOwnReview(fields), helpful: [], reported: [] });
  open("/review/16498-1k3x9wd7m2q5e");
  expect(
    await screen.findByRole("heading", { level: 1, name: "This review is not here" }),
  ).toBeVisible();
});

test.each([
  ["what is the reader’s own", OWN, () => answer(OWN, hiddenOwn)],
  ["the title", "/api/v1/anime/{key}", () => answer("/api/v1/anime/{key}", details())],
  ["the session", "/api/v1/session", () => answer("/api/v1/session", { user: someUser() })],
] as const)(
  "a hidden review is not said to be gone while %s cannot be had",
  async (_, from, mend) => {
    refuse("/api/v1/reviews/{id}", 404, "not_found");
    signIn();
    localStorage.setItem(HINT, someUser().uid);
    answer(OWN, hiddenOwn);
    refuse(from, 503, "unavailable");
    const { user } = open(`/review/${someOwnReview().id}`);
    const main = within(screen.getByRole("main"));
    const retry = await main.findByRole("button", { name: "Retry" });
    expect(main.getByRole("heading", { level: 1, name: "Review" })).toBeVisible();
    mend();
    await user.click(retry);
    expect(await main.findByText(/^This review is hidden/)).toHaveTextContent("Advertising");
  },
);

test("the profile lists the user's own reviews", async () => {
  signIn();
  answer("/api/v1/me/reviews", {
    items: [{ review: someOwnReview({ hidden_for: "Advertising" }), title: details() }],
    next: null,
  });
  open("/profile?tab=reviews");
  expect(await screen.findByText(/^Hidden from everybody else/)).toHaveTextContent("Advertising");
  expect(screen.getByRole("link", { name: "Edit it on its title" })).toHaveAttribute(
    "href",
    "/anime/attack-on-titan#reviews",
  );
});
