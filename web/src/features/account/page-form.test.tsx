import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { OwnPage } from "@/api/people";
import { errorMessages } from "@/messages/errors";
import { homeSeed, refuseWrite, signedInAs, takeWrite } from "@/test/account";
import { details } from "@/test/anime";
import { fakeLists } from "@/test/fake-lists";
import { open } from "@/test/render";
import { answer } from "@/test/server";

const PUT = "PUT /api/v1/me/page";

const opened: OwnPage = {
  name: "asuna",
  former_name: null,
  audience: "everyone",
  list_audience: "only_me",
  link_key: "key",
  favorites: [],
  version: "opened",
};
/** The page as another device has edited it. */
const closed: OwnPage = { ...opened, audience: "only_me", version: "closed" };

beforeEach(() => {
  signedInAs();
  answer("/api/v1/auth/sessions", { hasPassword: true, sessions: [] });
  answer("/api/v1/me/page", { page: opened });
});

/** Opens the settings and types another name. */
async function type() {
  const { user } = open("/account", homeSeed);
  const name = await screen.findByLabelText("Name in the address");
  await user.clear(name);
  await user.type(name, "titania");
  return { user, name, save: () => user.click(screen.getByRole("button", { name: "Save page" })) };
}

/** Has the server refuse the version of the page that this device knows. */
function refuseKnown() {
  refuseWrite(PUT, 409, "page_changed");
  answer("/api/v1/me/page", { page: closed });
}

test("saving a page sends the version last seen", async () => {
  const { name, save } = await type();
  const saved = { ...opened, name: "titania", former_name: "asuna", version: "saved" };
  const sent = takeWrite(PUT, saved);
  await save();
  expect(await screen.findByText(/Your former name “asuna” leads here/)).toBeVisible();
  expect(name).toHaveValue("titania");
  expect(sent[0]?.body).toEqual({
    name: "titania",
    audience: "everyone",
    list_audience: "only_me",
    favorites: [],
    known_version: "opened",
  });
});

test.each([
  ["invalid_page_name", 400],
  ["page_name_taken", 409],
] as const)("what is wrong with the name stands at its field: %s", async (code, status) => {
  const { user, name, save } = await type();
  refuseWrite(PUT, status, code);
  await save();
  await waitFor(() => expect(name).toHaveAccessibleDescription(errorMessages[code]));
  // The message stands nowhere else
  expect(screen.getByText(errorMessages[code])).toHaveAttribute("role", "alert");
  expect(name).toBeInvalid();
  expect(name).toHaveFocus();
  await user.type(name, "2");
  expect(name).toBeValid();
  expect(name).toHaveAccessibleDescription(/then leads to your page, too/);
});

test("a refusal of another kind shows below the form", async () => {
  const { name, save } = await type();
  refuseWrite(PUT, 503, "unavailable");
  await save();
  expect(await screen.findByText(errorMessages.unavailable)).toBeVisible();
  expect(name).toBeValid();
  expect(name).toHaveAccessibleDescription(/then leads to your page, too/);
});

test("a page changed elsewhere is overwritten only on confirmation", async () => {
  const { user, name, save } = await type();
  refuseKnown();
  await save();
  expect(await screen.findByText(/Your page was changed elsewhere/)).toHaveTextContent(
    "Who sees it: only me.",
  );
  expect(name).toHaveValue("titania");
  await user.click(screen.getByRole("button", { name: "Go on with mine" }));
  const sent = takeWrite(PUT, { ...closed, name: "titania", version: "saved" });
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ name: "titania", known_version: "closed" });
});

test("the user may replace typed values by the current ones", async () => {
  const { user, name, save } = await type();
  refuseKnown();
  await save();
  await user.click(await screen.findByRole("button", { name: "Use what is there now" }));
  expect(name).toHaveValue("asuna");
  expect(screen.getByLabelText("Who sees the page")).toHaveValue("only_me");
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
});

test("renewing the link keeps typed values", async () => {
  answer("/api/v1/me/page", { page: { ...opened, list_audience: "link" } });
  const { user, name } = await type();
  takeWrite("POST /api/v1/me/page/link", { ...opened, list_audience: "link", link_key: "new" });
  await user.click(screen.getByRole("button", { name: "Renew the link" }));
  await user.click(screen.getByRole("button", { name: "Renew it" }));
  expect(await screen.findByText(/link=new/)).toBeVisible();
  expect(name).toHaveValue("titania");
});

test("adding a favorite sends the page's current state and version", async () => {
  const anime = details();
  answer("/api/v1/anime/{key}", anime);
  fakeLists({ items: [] });
  const { user } = open(`/anime/${anime.mal_id}`);
  const panel = within(await screen.findByRole("region", { name: "Your list" }));
  const star = await panel.findByRole("button", { name: "Favorite on my page" });
  answer("/api/v1/me/page", { page: closed });
  const sent = takeWrite(PUT, { ...closed, version: "saved" });
  await user.click(star);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    name: "asuna",
    audience: "only_me",
    list_audience: "only_me",
    favorites: [anime.mal_id],
    known_version: "closed",
  });
});
