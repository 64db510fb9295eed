import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { details, hero, listing } from "@/test/anime";
import { open } from "@/test/render";
import { answer } from "@/test/server";

const LINK = "http://localhost:8080/anime/attack-on-titan";

/** Opens the page at its other address and gives the browser these abilities. */
async function show(abilities: { share?: unknown; writeText?: unknown }) {
  answer("/api/v1/hero", hero(1));
  answer("/api/v1/anime", listing(1));
  answer("/api/v1/anime/{key}", details());
  const view = open("/anime/16498");
  const button = await screen.findByRole("button", { name: "Share" });
  // Comes after user-event has put its own clipboard there
  const { share, writeText } = abilities;
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  const clipboard = writeText ? { writeText } : undefined;
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  return { ...view, press: () => view.user.click(button) };
}

const refused = (name: string) => vi.fn().mockRejectedValue(new DOMException("no", name));

beforeEach(() => vi.restoreAllMocks());
afterEach(() => {
  Reflect.deleteProperty(navigator, "share");
  Reflect.deleteProperty(navigator, "clipboard");
});

test("hands the canonical link to the system's own sharing", async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  const writeText = vi.fn();
  const { press } = await show({ share, writeText });
  await press();
  expect(share).toHaveBeenCalledWith({ title: "Attack on Titan", url: LINK });
  expect(writeText).not.toHaveBeenCalled();
});

test("does nothing more when sharing is cancelled", async () => {
  const writeText = vi.fn();
  const share = refused("AbortError");
  const { press } = await show({ share, writeText });
  await press();
  await waitFor(() => expect(share).toHaveBeenCalled());
  expect(writeText).not.toHaveBeenCalled();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test.each([
  ["there is no sharing", undefined],
  ["sharing is refused", refused("NotAllowedError")],
])("copies the link where %s, and says so", async (_, share) => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  const { press } = await show({ share, writeText });
  await press();
  const message = await screen.findByText("The link is copied.");
  expect(message.closest("[aria-live=polite]")).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(LINK);
});

test.each([
  ["there is no clipboard", undefined],
  ["it is refused", refused("NotAllowedError")],
])("shows the link to copy where %s", async (_, writeText) => {
  const { press, user } = await show({ writeText });
  await press();
  const link = await screen.findByRole<HTMLInputElement>("textbox", {
    name: "Link to this page",
  });
  expect(link.value).toBe(LINK);
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});
