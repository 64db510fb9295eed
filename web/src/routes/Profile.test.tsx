import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { UserLibrary } from "@/api/types";
import { saveEntryHeight } from "@/lib/entry-place";
import {
  homeSeed,
  loseWrite,
  signedInAs,
  someEntry,
  someLibrary,
  someUser,
  takeWrite,
} from "@/test/account";
import { gate } from "@/test/gate";
import { open } from "@/test/render";
import { answer, refuse, server } from "@/test/server";

const PATCH = "PATCH /api/v1/me/record";
const LOGOUT = "POST /api/v1/auth/logout";

async function openProfile(record: Partial<UserLibrary> = {}, address = "/profile") {
  signedInAs(someUser(), someLibrary(record));
  const view = open(address, homeSeed);
  await screen.findByRole("tablist");
  return view;
}

async function edit(record: Partial<UserLibrary> = {}) {
  const view = await openProfile(record);
  await view.user.click(screen.getByRole("button", { name: "Edit Profile" }));
  const type = async (label: string, text: string) => {
    await view.user.clear(screen.getByLabelText(label));
    if (text) await view.user.type(screen.getByLabelText(label), text);
  };
  const save = () => view.user.click(screen.getByRole("button", { name: "Save Changes" }));
  return { ...view, type, save };
}

const chips = () =>
  within(screen.getByRole("heading", { name: "Favorite Genres" }).parentElement!)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

test("signed out, it says so exactly, and logging in leads back here", async () => {
  open("/profile");
  expect(await screen.findByText("Please log in to view your profile.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Log in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fprofile",
  );
});

test("the page loads until the session is known", async () => {
  server.use(http.get("*/api/v1/session", () => delay("infinite")));
  open("/profile");
  expect(await screen.findByText("Loading ...")).toBeVisible();
});

test("a failed session request offers Retry", async () => {
  server.use(http.get("*/api/v1/session", () => HttpResponse.error()));
  const { user } = open("/profile");
  const retry = await screen.findByRole("button", { name: "Retry" });
  answer("/api/v1/session", { user: null });
  await user.click(retry);
  expect(await screen.findByText("Please log in to view your profile.")).toBeVisible();
});

test("signed in, the profile shows name and texts", async () => {
  await openProfile({ bio: "I watch\nslow shows.", favoriteGenres: "Mecha, , Iyashikei,Mecha " });
  expect(screen.getByRole("heading", { level: 1, name: "Asuna Yuuki" })).toBeVisible();
  expect(screen.getByText("asuna@example.org")).toBeVisible();
  expect(screen.getByText(/I watch\s+slow shows\./)).toHaveClass("whitespace-pre-line");
  expect(chips()).toEqual(["Mecha", "Iyashikei"]);
  expect(screen.getByRole("link", { name: "Your account" })).toHaveAttribute("href", "/account");
});

test("a user without a name is called User, with a drawn avatar", async () => {
  signedInAs(someUser({ displayName: "" }), someLibrary({ displayName: "" }));
  open("/profile");
  expect(await screen.findByRole("heading", { level: 1, name: "User" })).toBeVisible();
  const avatar = document.querySelector("main img");
  expect(avatar).toHaveAttribute("src", "/art/avatar/01jd3m8n4q5r6s7t8v9w0x1y2z.svg?name=");
});

test("a photo that does not load is replaced by the drawn avatar", async () => {
  signedInAs(someUser({ photoURL: "https://photos.example/asuna.jpg" }));
  open("/profile");
  await screen.findByRole("heading", { level: 1, name: "Asuna Yuuki" });
  const avatar = document.querySelector("main img")!;
  expect(avatar).toHaveAttribute("src", "https://photos.example/asuna.jpg");
  fireEvent.error(avatar);
  expect(avatar).toHaveAttribute(
    "src",
    "/art/avatar/01jd3m8n4q5r6s7t8v9w0x1y2z.svg?name=Asuna%20Yuuki",
  );
});

test("a failed library leaves the rest, and Retry loads it", async () => {
  signedInAs();
  refuse("/api/v1/me/record", 500, "internal");
  const { user } = open("/profile");
  expect(await screen.findByText(/Something went wrong on our side/)).toBeVisible();
  expect(screen.getByText("asuna@example.org")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Edit Profile" })).toBeNull();
  answer("/api/v1/me/record", someLibrary());
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("tablist")).toBeVisible();
});

test("saving sends the changes in one write, shows them, and restores the focus", async () => {
  const sent = takeWrite(PATCH, ({ displayName, bio }) => ({
    ...someLibrary({ version: 5 }),
    displayName: displayName ?? "",
    bio: bio ?? "",
  }));
  const { type, save } = await edit();
  expect(screen.getByLabelText("Display Name")).toHaveFocus();
  await type("Display Name", "Yuuki A");
  await type("About Me", "New.");
  await save();
  const button = await screen.findByRole("button", { name: "Edit Profile" });
  expect(button).toHaveFocus();
  expect(sent.map(({ body }) => body)).toEqual([{ displayName: "Yuuki A", bio: "New." }]);
  expect(screen.getByRole("heading", { level: 1, name: "Yuuki A" })).toBeVisible();
  expect(screen.getByText("New.")).toBeVisible();
  const bar = screen.getByRole("navigation", { name: "Main" });
  await waitFor(() =>
    expect(bar.querySelector("img")).toHaveAttribute("src", expect.stringMatching(/Yuuki%20A$/)),
  );
});

test("a blank name is sent as it is, and the server's name shows", async () => {
  const sent = takeWrite(PATCH, { ...someLibrary({ version: 5 }) });
  const { type, save } = await edit();
  await type("Display Name", " ");
  await save();
  expect(await screen.findByRole("heading", { level: 1, name: "Asuna Yuuki" })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ displayName: " " }]);
});

test("an unchanged form sends nothing", async () => {
  const sent = takeWrite(PATCH, { ...someLibrary() });
  const { save } = await edit();
  await save();
  expect(await screen.findByRole("button", { name: "Edit Profile" })).toBeVisible();
  expect(sent).toEqual([]);
});

test("Cancel restores the saved texts", async () => {
  const { user, type } = await edit({ bio: "Old." });
  await type("About Me", "Never mind");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByText("Old.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Edit Profile" }));
  expect(screen.getByLabelText("About Me")).toHaveValue("Old.");
});

test("a failed save says so, keeps the edits, and can be retried", async () => {
  loseWrite(PATCH);
  const { type, save } = await edit();
  await type("About Me", "Written with care.");
  await save();
  expect(await screen.findByText(/We cannot reach the server/)).toBeVisible();
  expect(screen.getByLabelText("About Me")).toHaveValue("Written with care.");
  takeWrite(PATCH, { ...someLibrary({ version: 5, bio: "Written with care." }) });
  await save();
  expect(await screen.findByRole("button", { name: "Edit Profile" })).toBeVisible();
});

test("a save in progress is not sent twice", async () => {
  const { open: answerNow, passed } = gate();
  const sent = takeWrite(PATCH, { ...someLibrary({ version: 5 }) }, passed);
  const { type, save } = await edit();
  await type("About Me", "Once.");
  await save();
  await save();
  answerNow();
  await screen.findByRole("button", { name: "Edit Profile" });
  expect(sent).toHaveLength(1);
});

test("a text shows its length near the limit, and is not sent beyond it", async () => {
  const sent = takeWrite(PATCH, { ...someLibrary({ version: 5 }) });
  const { user, save } = await edit();
  const name = screen.getByLabelText("Display Name");
  await user.clear(name);
  await user.paste("n".repeat(89));
  expect(name).toHaveAccessibleDescription("");
  await user.paste("n");
  expect(name).toHaveAccessibleDescription("90 of 100 characters");
  await user.paste("n".repeat(11));
  expect(name).toHaveValue("n".repeat(101));
  expect(name).toHaveAccessibleDescription("101 of 100 characters, 1 too many");
  await save();
  expect(screen.getByRole("alert")).toHaveTextContent(
    "Please keep your name to at most 100 characters.",
  );
  expect(name).toHaveFocus();
  expect(sent).toEqual([]);
});

test("default texts are not in the form's fields", async () => {
  const sent = takeWrite(PATCH, { ...someLibrary({ version: 5 }) });
  const { user, type, save } = await edit({ favoriteGenres: "Mecha" });
  const bio = screen.getByLabelText("About Me");
  expect(bio).toHaveValue("");
  expect(bio).toHaveAttribute("placeholder", "This is a dummy bio. Edit to add your own!");
  expect(screen.getByLabelText("Favorite Genres")).toHaveValue("Mecha");
  await user.type(bio, "Mine.");
  await type("Favorite Genres", "");
  await save();
  await screen.findByRole("button", { name: "Edit Profile" });
  expect(sent.map(({ body }) => body)).toEqual([{ bio: "Mine.", favoriteGenres: "" }]);
});

test("unsaved edits are restored after navigating away", async () => {
  const view = await edit({ bio: "Old." });
  await view.type("About Me", "Half a sent");
  view.unmount();

  const { user } = await openProfile({ bio: "Old.", favoriteGenres: "Mecha" });
  expect(screen.getByLabelText("About Me")).toHaveValue("Half a sent");
  expect(screen.getByText(/what you had not saved yet/)).toBeVisible();
  expect(screen.getByLabelText("About Me")).not.toHaveFocus();
  const sent = takeWrite(PATCH, { ...someLibrary({ version: 5, bio: "Half a sent" }) });
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  await user.click(await screen.findByRole("button", { name: "Edit Profile" }));
  expect(sent.map(({ body }) => body)).toEqual([{ bio: "Half a sent" }]);
  expect(screen.queryByText(/what you had not saved yet/)).toBeNull();
});

test("Escape leaves the form and keeps the edits; Cancel drops them", async () => {
  const { user, type } = await edit({ bio: "Old." });
  await type("About Me", "New.");
  await user.keyboard("{Escape}");
  expect(screen.getByText("Old.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Edit Profile" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.getByLabelText("About Me")).toHaveValue("New.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(sessionStorage).toHaveLength(0);
});

test("another user's unsaved edits are dropped", async () => {
  const view = await edit();
  await view.type("About Me", "A secret");
  view.unmount();
  signedInAs(someUser({ uid: "another" }), someLibrary());
  open("/profile", homeSeed);
  expect(await screen.findByRole("button", { name: "Edit Profile" })).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

test("a removal shows at once, can be undone, and both are sent", async () => {
  const removed = takeWrite("DELETE /api/v1/me/{list}/{mal_id}", { version: 5 });
  const added = takeWrite("PUT /api/v1/me/{list}/{mal_id}", { version: 6 });
  const { user } = await openProfile({ watchlist: [someEntry(1), someEntry(2)] });
  await user.click(screen.getByRole("button", { name: "Remove from Watchlist: Title 1" }));
  expect(screen.queryByRole("link", { name: "Title 1" })).toBeNull();
  await waitFor(() => expect(removed[0]?.path).toBe("/api/v1/me/list/1"));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("link", { name: "Title 1" })).toBeVisible();
  await waitFor(() => expect(added[0]?.path).toBe("/api/v1/me/watchlist/1"));
});

test("logging out leads to the log-in page and removes the user's data", async () => {
  takeWrite(LOGOUT, undefined);
  saveEntryHeight(someUser().uid, "/anime/1", 400);
  const { user, type } = await edit({ watchlist: [someEntry(1)] });
  await type("About Me", "Half a sent");
  await user.click(screen.getByRole("button", { name: "Logout" }));
  expect(await screen.findByRole("heading", { name: "Welcome Back" })).toBeVisible();
  expect(window.location.pathname).toBe("/login");
  expect(screen.getByRole("link", { name: "Login" })).toBeVisible();
  expect(localStorage.getItem("mitai:signed-in")).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test("a failed log-out says so, and the user stays signed in", async () => {
  loseWrite(LOGOUT);
  const { user } = await openProfile();
  await user.click(screen.getByRole("button", { name: "Logout" }));
  expect(await screen.findByText(/We cannot reach the server/)).toBeVisible();
  expect(screen.getByRole("tablist")).toBeVisible();
});
