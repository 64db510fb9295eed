import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { Entry, ProfileTexts } from "@/api/types";
import { useFocusRecovery } from "@/lib/focus-recovery";
import { signedInAs, someEntry, someLibrary, takeWrite } from "@/test/account";
import { render } from "@/test/render";
import { Lists } from "./Lists";
import { ProfileForm } from "./ProfileForm";

const many = (count: number) => Array.from({ length: count }, (_, index) => someEntry(index + 1));

interface HarnessProps {
  watchlist: Entry[];
  history: Entry[];
  onRemoved: (malId: number) => void;
}

/** Keeps the watchlist, as the library does. */
function ListsOf({ watchlist, history, onRemoved }: HarnessProps) {
  const [entries, setEntries] = useState(watchlist);
  useFocusRecovery();
  const remove = (entry: Entry) => {
    onRemoved(entry.mal_id);
    setEntries(entries.filter(({ mal_id }) => mal_id !== entry.mal_id));
  };
  return (
    <Lists
      uid="01jd3m8n4q5r6s7t8v9w0x1y2z"
      watchlist={entries}
      history={history}
      onRemove={remove}
    />
  );
}

function showLists(watchlist: Entry[], history: Entry[] = [], address = "/profile") {
  window.history.replaceState(null, "", address);
  const removed = vi.fn();
  const view = render(<ListsOf watchlist={watchlist} history={history} onRemoved={removed} />);
  return { ...view, removed };
}

const tab = (name: string) => screen.getByRole("tab", { name });
const posters = () =>
  within(screen.getByRole("tabpanel"))
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

test("the watchlist shows first, with posters in their order", () => {
  showLists([someEntry(9, { title_english: "Nine" }), someEntry(3)], many(1));
  expect(tab("Watchlist")).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("tabpanel", { name: "Watchlist" })).toBeVisible();
  expect(posters()).toEqual([
    ["Nine", "/anime/9"],
    ["Title 3", "/anime/3"],
  ]);
});

test("the history has no remove buttons, and its tab is in the address", async () => {
  const { user } = showLists(many(2), [someEntry(7)]);
  expect(screen.getAllByRole("button", { name: /^Remove/ })).toHaveLength(2);
  await user.click(tab("History"));
  expect(window.location.search).toBe("?tab=history");
  expect(posters()).toEqual([["Title 7", "/anime/7"]]);
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
});

test("?tab=history opens the history", () => {
  showLists([], [someEntry(7)], "/profile?tab=history");
  expect(screen.getByRole("tabpanel", { name: "History" })).toBeVisible();
});

test("arrows, Home and End move between the tabs; Tab reaches one of them", async () => {
  const { user } = showLists(many(1), many(1));
  await user.tab();
  expect(tab("Watchlist")).toHaveFocus();
  expect(tab("History")).toHaveAttribute("tabindex", "-1");
  await user.keyboard("{ArrowRight}");
  expect(tab("History")).toHaveFocus();
  expect(tab("History")).toHaveAttribute("aria-selected", "true");
  expect(tab("Watchlist")).toHaveAttribute("tabindex", "-1");
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(tab("Watchlist")).toHaveFocus();
  await user.keyboard("{ArrowLeft}");
  expect(tab("Reviews")).toHaveFocus();
  await user.keyboard("{Home}");
  expect(tab("Watchlist")).toHaveFocus();
  await user.keyboard("{End}");
  expect(tab("Reviews")).toHaveFocus();
  await user.keyboard("{ArrowLeft}");
  expect(tab("History")).toHaveFocus();
  await user.tab();
  expect(within(screen.getByRole("tabpanel")).getByRole("link")).toHaveFocus();
});

test("empty lists show their exact text and a link", async () => {
  const { user } = showLists([]);
  expect(screen.getByText("Your watchlist is empty.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Browse anime" })).toHaveAttribute("href", "/");
  await user.click(tab("History"));
  expect(screen.getByText("Your history is empty.")).toBeVisible();
});

test("removing by keyboard moves the focus on, down to the empty list", async () => {
  const { user, removed } = showLists(many(3));
  const button = (id: number) =>
    screen.getByRole("button", { name: `Remove from Watchlist: Title ${id}` });
  button(2).focus();
  await user.keyboard("{Enter}");
  expect(removed).toHaveBeenLastCalledWith(2);
  await waitFor(() => expect(button(3)).toHaveFocus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(button(1)).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(screen.getByText("Your watchlist is empty.")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("link", { name: "Browse anime" })).toHaveFocus());
});

test("a list of 10,000 is shown in steps, to its end", async () => {
  const { user } = showLists(many(10_000));
  const shown = () => within(screen.getByRole("tabpanel")).getAllByRole("listitem").length;
  expect(shown()).toBe(60);
  expect(screen.getByText("Showing 60 of 10,000")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(shown()).toBe(120);
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(shown()).toBe(240);
});

test("a long list marks its end", async () => {
  const { user } = showLists(many(70));
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(screen.getByText("Showing 70 of 70")).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

const elsewhere = { displayName: "Elsewhere", bio: "There.", favoriteGenres: "Sports" };

function FormOf() {
  const [texts, setTexts] = useState<ProfileTexts>(someLibrary());
  return (
    <>
      <button type="button" onClick={() => setTexts(elsewhere)}>
        change elsewhere
      </button>
      <ProfileForm texts={texts} onDone={() => {}} />
    </>
  );
}

test("edits in progress and changes from another device do not overwrite each other", async () => {
  signedInAs();
  const sent = takeWrite("PATCH /api/v1/me/record", someLibrary({ version: 9 }));
  const { user } = render(<FormOf />);
  await user.clear(screen.getByLabelText("About Me"));
  await user.type(screen.getByLabelText("About Me"), "Here.");
  await user.click(screen.getByRole("button", { name: "change elsewhere" }));
  expect(screen.getByLabelText("About Me")).toHaveValue("Here.");
  expect(screen.getByLabelText("Display Name")).toHaveValue("Asuna Yuuki");
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  await vi.waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ bio: "Here." }]));
});
