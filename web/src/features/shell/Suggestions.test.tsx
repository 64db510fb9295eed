import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { SuggestedTitle } from "@/api/types";
import { details, listing, suggested } from "@/test/anime";
import { open } from "@/test/render";
import { answer, refuse } from "@/test/server";

const titan: SuggestedTitle = {
  mal_id: 16498,
  slug: "attack-on-titan",
  title: "Shingeki no Kyojin",
  title_english: "Attack on Titan",
  title_japanese: "進撃の巨人",
  name: "Attack on Titan",
  type: "TV",
  year: 2013,
  image_url: null,
};
const junior: SuggestedTitle = {
  ...titan,
  mal_id: 31374,
  slug: "attack-on-titan-junior-high",
  title_english: "Attack on Titan: Junior High",
  name: "進撃！巨人中学校",
  year: 2015,
};

async function type(text: string) {
  const { user } = open("/about");
  await user.click(screen.getByRole("button", { name: "Search" }));
  await user.keyboard(text);
  return user;
}

const field = () => screen.getByRole("combobox", { name: "Search anime by title" });
const options = () => screen.findAllByRole("option");

beforeEach(() => {
  answer("/api/v1/anime", listing(1));
  answer("/api/v1/anime/{key}", details());
});

test("suggestions for the typed text show, with the name that matches", async () => {
  answer("/api/v1/suggest", ({ searchParams }) =>
    suggested(searchParams.get("q") === "attack" ? [titan, junior] : []),
  );
  await type("attack");
  const [first, second] = await options();
  expect(first).toHaveTextContent("Attack on TitanTV · 2013");
  expect(second).toHaveTextContent("Attack on Titan: Junior High進撃！巨人中学校TV · 2015");
  expect(field()).toHaveAttribute("aria-expanded", "true");
  expect(field()).toHaveAttribute("aria-controls", screen.getByRole("listbox").id);
  expect(screen.getByText("2 suggestions. Use the arrow keys.")).toBeInTheDocument();
});

test("the arrow keys go round through the options and the text; Enter opens the active one", async () => {
  answer("/api/v1/suggest", suggested([titan, junior]));
  const user = await type("attack");
  const [first, second] = await options();
  expect(field()).not.toHaveAttribute("aria-activedescendant");
  await user.keyboard("{ArrowUp}");
  expect(field()).toHaveAttribute("aria-activedescendant", second?.id);
  await user.keyboard("{ArrowDown}");
  expect(field()).not.toHaveAttribute("aria-activedescendant");
  await user.keyboard("{ArrowDown}");
  expect(first).toHaveAttribute("aria-selected", "true");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(location.pathname).toBe("/anime/attack-on-titan-junior-high");
  expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
});

test("Enter without an active option searches for the text", async () => {
  answer("/api/v1/suggest", suggested([titan]));
  const user = await type("attack");
  await options();
  await user.keyboard("{ArrowDown}{ArrowUp}{Enter}");
  expect(location.pathname + location.search).toBe("/?search=attack");
});

test("a click opens a title", async () => {
  answer("/api/v1/suggest", suggested([titan]));
  const user = await type("attack");
  const [first] = await options();
  await user.click(first as HTMLElement);
  expect(location.pathname).toBe("/anime/attack-on-titan");
});

test("an emptied field suggests nothing", async () => {
  answer("/api/v1/suggest", suggested([titan]));
  const user = await type("att");
  await options();
  await user.clear(field());
  await waitFor(() => expect(screen.queryByRole("listbox")).not.toBeInTheDocument());
  expect(field()).toHaveAttribute("aria-expanded", "false");
});

test("requests are debounced while typing", async () => {
  const asked: (string | null)[] = [];
  answer("/api/v1/suggest", ({ searchParams }) => {
    asked.push(searchParams.get("q"));
    return suggested([titan]);
  });
  await type("a");
  await options();
  asked.length = 0;
  for (const value of ["at", "att", "attack on"]) fireEvent.change(field(), { target: { value } });
  await waitFor(() => expect(asked).toEqual(["attack on"]));
});

test("Enter does not open an option of an earlier text", async () => {
  answer("/api/v1/suggest", suggested([titan]));
  const user = await type("att");
  await options();
  await user.keyboard("{ArrowDown}a");
  expect(field()).not.toHaveAttribute("aria-activedescendant");
  await user.keyboard("{Enter}");
  expect(location.search).toBe("?search=atta");
});

test("the active title stays active when newer suggestions arrive", async () => {
  answer("/api/v1/suggest", ({ searchParams }) =>
    suggested(searchParams.get("q") === "att" ? [titan] : [junior, titan]),
  );
  await type("att");
  await options();
  fireEvent.change(field(), { target: { value: "atta" } });
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(2));
  const active = screen.getByRole("option", { selected: true });
  expect(active).toHaveTextContent("Attack on TitanTV · 2013");
  expect(field()).toHaveAttribute("aria-activedescendant", active.id);
});

test("another text does not show earlier suggestions", async () => {
  answer("/api/v1/suggest", ({ searchParams }) =>
    suggested(searchParams.get("q") === "att" ? [titan] : []),
  );
  await type("att");
  await options();
  fireEvent.change(field(), { target: { value: "bleach" } });
  expect(await screen.findByText("No suggestions. Press Enter to search.")).toBeInTheDocument();
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
});

test("no match is announced, and a failure leaves the search usable", async () => {
  answer("/api/v1/suggest", suggested([]));
  const user = await type("zzzz");
  expect(await screen.findByText("No suggestions. Press Enter to search.")).toBeInTheDocument();
  refuse("/api/v1/suggest", 503, "unavailable");
  await user.keyboard("y{Enter}");
  expect(location.search).toBe("?search=zzzzy");
});

const spoken = {
  ...suggested([titan]),
  people: [{ id: 672, name: "Yuuki Kaji", image_url: null }],
  characters: [{ id: 40882, name: "Eren Yeager", image_url: null }],
};

test("people and characters follow titles under their own headings, in one list of the arrow keys", async () => {
  answer("/api/v1/suggest", spoken);
  const user = await type("titan");
  await options();
  const groups = screen
    .getAllByRole("group")
    .map((group) => [
      group.getAttribute("aria-labelledby") &&
        document.getElementById(group.getAttribute("aria-labelledby") ?? "")?.textContent,
      within(group).getAllByRole("option").length,
    ]);
  expect(groups).toEqual([
    ["Anime", 1],
    ["People", 1],
    ["Characters", 1],
  ]);
  expect(screen.getByText("3 suggestions. Use the arrow keys.")).toBeInTheDocument();
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(screen.getByRole("option", { selected: true })).toHaveTextContent("Eren Yeager");
  refuse("/api/v1/characters/{id}", 404, "not_found");
  await user.keyboard("{Enter}");
  expect(location.pathname).toBe("/character/40882");
});

test("a person named in full comes before similar titles", async () => {
  answer("/api/v1/suggest", { ...spoken, characters: [], names_first: true });
  const user = await type("yuuki kaji");
  const [first, second] = await options();
  expect(first).toHaveTextContent("Yuuki Kaji");
  expect(second).toHaveTextContent("Attack on Titan");
  refuse("/api/v1/people/{id}", 404, "not_found");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(location.pathname).toBe("/person/672");
});

test("a click opens a person's page", async () => {
  answer("/api/v1/suggest", spoken);
  const user = await type("kaji");
  await options();
  refuse("/api/v1/people/{id}", 404, "not_found");
  await user.click(screen.getByRole("option", { name: "Yuuki Kaji" }));
  expect(location.pathname).toBe("/person/672");
});
