import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CharacterDetails, PersonDetails } from "@/api/extras";
import { namedTitle, part } from "@/test/extras";
import { open } from "@/test/render";
import { answer, refuse } from "@/test/server";

const credits = <Item,>(total: number, make: (id: number) => Item, page = 1) => {
  const { source: _, as_of: __, ...rest } = part(total, make, page);
  return rest;
};

const role = (id: number) => ({
  title: namedTitle(id),
  character: { id: 100 + id, name: `Character ${id}`, image_url: null },
  role: "main" as const,
  language: id === 2 ? "English" : "Japanese",
});

const staffCredit = (id: number) => ({ title: namedTitle(id), positions: ["Script", "Director"] });

function person(fields: Partial<PersonDetails> = {}): PersonDetails {
  return {
    id: 7,
    name: "Hana Aoki",
    native_name: "青木花",
    other_names: ["Hana A."],
    birthday: "1980-02-03",
    image_url: null,
    favorites: 1_234,
    about: null,
    website_url: "https://hana.example/",
    roles: credits(2, role),
    staff: credits(1, staffCredit),
    source: "jikan",
    as_of: "2026-11-20T12:00:00Z",
    ...fields,
  };
}

test("a person's page has facts and roles", async () => {
  answer("/api/v1/people/{id}", person());
  open("/person/7");
  expect(await screen.findByRole("heading", { level: 1, name: "Hana Aoki" })).toBeVisible();
  expect(document.title).toBe("Hana Aoki · Mitai");
  expect(screen.getByText("青木花")).toHaveAttribute("lang", "ja");
  expect(screen.getByText("3 Feb 1980")).toBeVisible();
  expect(screen.getByRole("link", { name: "hana.example" })).toHaveAttribute(
    "href",
    "https://hana.example/",
  );
  const voices = within(screen.getByRole("region", { name: /^Voices/ }));
  const [first, second] = voices.getAllByRole("listitem");
  expect(first).toHaveTextContent("Title 1TV · 2013Mainas Character 1");
  expect(second).toHaveTextContent("Main, English");
  expect(voices.getByRole("link", { name: /Character 1/ })).toHaveAttribute(
    "href",
    "/character/101",
  );
  const staff = within(screen.getByRole("region", { name: /^Staff/ }));
  expect(staff.getByRole("link")).toHaveAttribute("href", "/anime/title-1");
  expect(staff.getByText("Script, Director")).toBeVisible();
});

test("a person with few facts has no empty sections, and many credits are paged", async () => {
  const bare = { native_name: null, other_names: [], birthday: null, favorites: 0 };
  answer(
    "/api/v1/people/{id}",
    person({
      ...bare,
      website_url: null,
      roles: credits(0, role),
      staff: credits(30, staffCredit),
    }),
  );
  answer("/api/v1/people/{id}/staff", credits(30, staffCredit, 2));
  const { user } = open("/person/7");
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("definition")).toBeNull();
  expect(screen.queryByRole("region", { name: /^Voices/ })).toBeNull();
  const staff = within(screen.getByRole("region", { name: /^Staff/ }));
  expect(staff.getAllByRole("listitem")).toHaveLength(24);
  await user.click(staff.getByRole("button", { name: "Show more" }));
  expect(await staff.findByText("Title 30")).toBeVisible();
});

test("a native name in Latin letters is not called Japanese", async () => {
  answer("/api/v1/people/{id}", person({ native_name: "Doe Jane" }));
  open("/person/7");
  expect(await screen.findByText("Doe Jane")).not.toHaveAttribute("lang");
});

const character: CharacterDetails = {
  id: 9,
  name: "Levi",
  native_name: null,
  nicknames: ["Captain"],
  image_url: null,
  favorites: null,
  about: `A captain. ${"He is strong. ".repeat(60)}`,
  voices: [
    { person: { id: 2, name: "Other Voice", image_url: null }, language: "English" },
    { person: { id: 3, name: "First Voice", image_url: null }, language: "Japanese" },
  ],
  appearances: credits(1, (id) => ({ title: namedTitle(id), role: "supporting" as const })),
  source: "jikan",
  as_of: "2026-11-20T12:00:00Z",
};

test("a character's page has appearances and voices, the original first", async () => {
  answer("/api/v1/characters/{id}", character);
  const { user } = open("/character/9");
  expect(await screen.findByRole("heading", { level: 1, name: "Levi" })).toBeVisible();
  const titles = within(screen.getByRole("region", { name: /^Appears in/ }));
  expect(titles.getByRole("listitem")).toHaveTextContent("Supporting");
  const voices = within(screen.getByRole("region", { name: "Voices" })).getAllByRole("link");
  expect(voices.map((link) => link.getAttribute("href"))).toEqual(["/person/3", "/person/2"]);
  const readOn = screen.getByRole("button", { name: "Read on" });
  await user.click(readOn);
  expect(screen.getByRole("button", { name: "Read less" })).toHaveFocus();
});

test("a person without titles is not found", async () => {
  refuse("/api/v1/people/{id}", 404, "not_found");
  open("/person/8");
  expect(await screen.findByText("This person is not here")).toBeVisible();
  expect(document.title).toBe("Person not found · Mitai");
});

test("a failed person or character page has a heading, and Retry loads it", async () => {
  refuse("/api/v1/characters/{id}", 503, "unavailable");
  const { user } = open("/character/9");
  expect(await screen.findByRole("heading", { level: 1, name: "Character" })).toBeVisible();
  answer("/api/v1/characters/{id}", character);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Levi" })).toBeVisible();
});
