import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { OwnSession } from "@/api/types";
import { homeSeed, loseWrite, refuseWrite, signedInAs, someUser, takeWrite } from "@/test/account";
import { open } from "@/test/render";
import { answer, refuse, server } from "@/test/server";
import { fakeStreams } from "@/test/stream";

const DELETE_ME = "DELETE /api/v1/me";
const END = "DELETE /api/v1/auth/sessions/{id}";

const here: OwnSession = {
  id: "here",
  current: true,
  createdAt: "2026-11-01T09:00:00Z",
  lastSeenAt: "2026-11-21T18:00:00Z",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
};
const phone: OwnSession = {
  ...here,
  id: "phone",
  current: false,
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1",
};

beforeEach(() => {
  signedInAs();
  answer("/api/v1/auth/sessions", { hasPassword: true, sessions: [here, phone] });
});

async function openAccount() {
  const view = open("/account", homeSeed);
  await screen.findByText("Firefox on Linux");
  return view;
}

test("signed out, it asks to log in and comes back", async () => {
  answer("/api/v1/session", { user: null });
  open("/account");
  expect(await screen.findByText("Please log in to see your account.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Log in" })).toHaveAttribute(
    "href",
    "/login?next=%2Faccount",
  );
});

test("the devices are listed, this one is marked and cannot be ended", async () => {
  await openAccount();
  const [first, second] = within(
    screen.getByRole("region", { name: "Signed-in devices" }),
  ).getAllByRole("listitem");
  expect(within(first!).getByText("This device")).toBeVisible();
  expect(within(first!).queryByRole("button")).toBeNull();
  expect(within(second!).getByText("Safari on iPhone")).toBeVisible();
  expect(within(second!).queryByText("This device")).toBeNull();
});

test("ending a device removes it from the list", async () => {
  const { user } = await openAccount();
  const sent = takeWrite(END, undefined);
  answer("/api/v1/auth/sessions", { hasPassword: true, sessions: [here] });
  await user.click(screen.getByRole("button", { name: /^Sign out: Safari on iPhone/ }));
  await waitFor(() => expect(screen.queryByText("Safari on iPhone")).toBeNull());
  expect(sent[0]?.path).toBe("/api/v1/auth/sessions/phone");
});

test("a device that could not be ended stays, and says why", async () => {
  loseWrite(END);
  const { user } = await openAccount();
  await user.click(screen.getByRole("button", { name: /^Sign out: Safari on iPhone/ }));
  expect(await screen.findByText(/We cannot reach the server/)).toBeVisible();
  expect(screen.getByText("Safari on iPhone")).toBeVisible();
});

test("a failed device list leaves the rest, and Retry loads it", async () => {
  refuse("/api/v1/auth/sessions", 503, "unavailable");
  const { user } = open("/account");
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.getByRole("button", { name: "Download my data" })).toBeVisible();
  answer("/api/v1/auth/sessions", { hasPassword: true, sessions: [here] });
  await user.click(retry);
  expect(await screen.findByText("Firefox on Linux")).toBeVisible();
});

/** Collects the files that the page downloads. */
function downloads() {
  const files: { name: string; blob: Blob }[] = [];
  let blob: Blob;
  vi.stubGlobal(
    "URL",
    class extends URL {
      static override createObjectURL(file: Blob) {
        blob = file;
        return "blob:file";
      }
    },
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, blob });
  });
  return files;
}

test("the user's data is downloaded as a file", async () => {
  const files = downloads();
  server.use(http.get("*/api/v1/me/export", () => HttpResponse.json({ account: "all of it" })));
  const { user } = await openAccount();
  await user.click(screen.getByRole("button", { name: "Download my data" }));
  expect(await screen.findByText(/Your file is in the browser’s downloads/)).toBeVisible();
  expect(files.map(({ name }) => name)).toEqual(["mitai-my-data.json"]);
  expect(await files[0]!.blob.text()).toBe('{"account":"all of it"}');
});

test("a failed download says so and saves no file", async () => {
  const files = downloads();
  server.use(http.get("*/api/v1/me/export", () => HttpResponse.error()));
  const { user } = await openAccount();
  await user.click(screen.getByRole("button", { name: "Download my data" }));
  expect(await screen.findByText(/We cannot reach the server/)).toBeVisible();
  expect(files).toEqual([]);
});

async function askOnce() {
  const view = await openAccount();
  await view.user.click(screen.getByRole("button", { name: "Delete my account" }));
  expect(screen.getByRole("alertdialog", { name: "Delete your account?" })).toBeVisible();
  return view;
}

async function askTwice() {
  const view = await askOnce();
  await view.user.click(screen.getByRole("button", { name: "Confirm it’s me" }));
  const confirm = () => view.user.click(screen.getByRole("button", { name: "Delete for ever" }));
  return { ...view, confirm };
}

test("deletion is confirmed twice, and can be left at each step", async () => {
  const sent = takeWrite(DELETE_ME, undefined);
  const { user } = await askOnce();
  await user.click(screen.getByRole("button", { name: "Keep my account" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Delete my account" }));
  await user.click(screen.getByRole("button", { name: "Confirm it’s me" }));
  expect(screen.getByRole("alertdialog", { name: "Is it really you?" })).toBeVisible();
  expect(screen.getByLabelText("Password")).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Keep my account" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(sent).toEqual([]);
});

test("the password deletes the account and signs out every tab", async () => {
  const sent = takeWrite(DELETE_ME, undefined);
  const otherTab = new BroadcastChannel("mitai:session");
  const received = new Promise((resolve) => {
    otherTab.onmessage = ({ data }) => data.kind === "signed-out" && resolve(data);
  });
  localStorage.setItem("mitai:signed-in", "1");
  const { user, confirm } = await askTwice();
  await user.type(screen.getByLabelText("Password"), "sakura");
  await confirm();
  expect(await screen.findByText(/Your account is deleted/)).toBeVisible();
  expect(window.location.pathname).toBe("/");
  expect(sent.map(({ body }) => body)).toEqual([{ password: "sakura" }]);
  await received;
  otherTab.close();
  expect(await screen.findByRole("link", { name: "Login" })).toBeVisible();
  expect(localStorage.getItem("mitai:signed-in")).toBeNull();
});

test("a wrong password deletes nothing and stays in its field", async () => {
  refuseWrite(DELETE_ME, 401, "wrong_credentials");
  const { user, confirm } = await askTwice();
  await user.type(screen.getByLabelText("Password"), "wrong");
  await confirm();
  expect(await screen.findByText("That is not your password. Nothing was deleted.")).toBeVisible();
  expect(screen.getByLabelText("Password")).toHaveValue("wrong");
});

test("the password is asked for only where there is one", async () => {
  const { user } = await askTwice();
  expect(screen.getByText(/^Enter your password/)).toBeVisible();
  expect(screen.queryByText(/Google/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Keep my account" }));
  cleanup();

  answer("/api/v1/auth/sessions", { hasPassword: false, sessions: [here] });
  await askTwice();
  expect(screen.getByText(/no password/)).toBeVisible();
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("an account without a password is deleted after signing in with Google once more", async () => {
  answer("/api/v1/auth/sessions", { hasPassword: false, sessions: [here] });
  vi.spyOn(window, "open").mockReturnValue({ closed: false } as Window);
  refuseWrite(DELETE_ME, 403, "fresh_sign_in_required");
  const { user, confirm } = await askTwice();
  await confirm();
  expect(await screen.findByText(/You signed in a while ago/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Delete for ever" })).toBeNull();

  await user.click(screen.getByRole("button", { name: "Continue with Google" }));
  say({ ok: false, code: "sign_in_failed" });
  expect(await screen.findByText("Google login failed. Please try again.")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Continue with Google" }));
  say({ ok: true, code: null });
  expect(await screen.findByText(/Now the account can be deleted/)).toBeVisible();
  const sent = takeWrite(DELETE_ME, undefined);
  await confirm();
  expect(await screen.findByText(/Your account is deleted/)).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{}]);
});

test("the end of the session before a fresh sign-in does not close the dialog", async () => {
  const streams = fakeStreams();
  vi.spyOn(window, "open").mockReturnValue({ closed: false } as Window);
  refuseWrite(DELETE_ME, 403, "fresh_sign_in_required");
  const { user, confirm } = await askTwice();
  await waitFor(() => expect(streams.begun()).toHaveLength(1));
  await confirm();
  await user.click(await screen.findByRole("button", { name: "Continue with Google" }));
  streams.signedOut();
  expect(streams.begun()).toEqual([]);
  // It is reopened with the new session's cookie.
  await waitFor(() => expect(streams.begun()).toHaveLength(1));
  expect(screen.getByRole("alertdialog", { name: "Is it really you?" })).toBeVisible();
  say({ ok: true, code: null });
  expect(await screen.findByText(/Now the account can be deleted/)).toBeVisible();
});

test("another account signed in by Google is not deleted", async () => {
  vi.spyOn(window, "open").mockReturnValue({ closed: false } as Window);
  refuseWrite(DELETE_ME, 403, "fresh_sign_in_required");
  const { user, confirm } = await askTwice();
  await confirm();
  await user.click(await screen.findByRole("button", { name: "Continue with Google" }));
  signedInAs(someUser({ uid: "another", email: "kirito@example.org" }));
  say({ ok: true, code: null });
  expect(await screen.findByText("kirito@example.org")).toBeVisible();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

function say(outcome: { ok: boolean; code: string | null }) {
  const data = { type: "mitai:sign-in", ...outcome };
  window.dispatchEvent(new MessageEvent("message", { data, origin: window.location.origin }));
}
