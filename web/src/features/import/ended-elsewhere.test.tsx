import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { signedInAs } from "@/test/account";
import { fakeFiles, fakeImport, someCounts, somePreview, someRow } from "@/test/imports";
import { open } from "@/test/render";
import { answer, server } from "@/test/server";

const waiting = somePreview(7, { counts: someCounts({ added: 1 }) });
const applied = { applied_at: "2026-11-25T09:05:00Z", applied: someCounts({ added: 1 }) };
const unreachable = /^We cannot reach the server/;
const gone = /^This import is not there any more/;

beforeEach(() => {
  signedInAs();
  answer("/api/v1/me/imports", { items: [], next: null });
});

const refusal = (status: number, code: string, detail: string) => () =>
  HttpResponse.json(
    { code, detail, request_id: "x" },
    { status, headers: { "content-type": "application/problem+json" } },
  );
const notFound = refusal(404, "not_found", "This import is not here.");

/** Has the server fail every look at the import from now on. */
function loseTheImport() {
  const looks = vi.fn(() => HttpResponse.error());
  server.use(http.get("*/api/v1/me/imports/7", looks));
  return looks;
}

/** Has the server answer that the import is forgotten, as by another tab. */
function forget() {
  server.use(
    http.get("*/api/v1/me/imports/7", notFound),
    http.post("*/api/v1/me/imports/7/preview", notFound),
    http.post("*/api/v1/me/imports/7/apply", notFound),
    http.delete("*/api/v1/me/imports/7", notFound),
  );
}

test("a discarded import says so", async () => {
  forget();
  open("/import?id=7");
  expect(await screen.findByRole("heading", { name: gone })).toBeVisible();
});

test.each([["Add 1 title"], ["Forget it"]])(
  "%s of an import discarded elsewhere says so, and how to start again",
  async (name) => {
    fakeImport(waiting);
    const { user } = open("/import?id=7");
    const button = await screen.findByRole("button", { name });
    forget();
    await user.click(button);
    if (name === "Forget it") {
      const sure = screen.getByRole("alertdialog").querySelector("button:last-child");
      if (sure) await user.click(sure);
    }
    expect(await screen.findByRole("heading", { name: gone })).toHaveFocus();
    expect(screen.getByText(/^It was forgotten: in another tab/)).toBeVisible();
    expect(screen.queryByText(/could not find that/)).toBeNull();
    expect(screen.getByRole("link", { name: "Bring a file" })).toHaveAttribute("href", "/import");
  },
);

test("Apply of an import discarded elsewhere says so, even if looking it up fails", async () => {
  fakeImport(waiting);
  const { user } = open("/import?id=7");
  const apply = await screen.findByRole("button", { name: "Add 1 title" });
  forget();
  loseTheImport();
  await user.click(apply);
  expect(await screen.findByRole("heading", { name: gone })).toHaveFocus();
  expect(screen.getByRole("link", { name: "Bring a file" })).toBeVisible();
});

test("a refused Apply whose reason cannot be fetched says so and offers Retry", async () => {
  fakeImport(waiting);
  const { user } = open("/import?id=7");
  const apply = await screen.findByRole("button", { name: "Add 1 title" });
  const detail = "This import was applied already, or is forgotten.";
  server.use(http.post("*/api/v1/me/imports/7/apply", refusal(400, "invalid_request", detail)));
  loseTheImport();
  await user.click(apply);
  expect(await screen.findByText(detail)).toBeVisible();
  expect(await screen.findByText(unreachable)).toBeVisible();
  fakeImport(somePreview(7, { ...applied, items: [] }));
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "1 title added" })).toHaveFocus();
});

test("without a network Apply says so once", async () => {
  fakeImport(waiting);
  const { user } = open("/import?id=7");
  const apply = await screen.findByRole("button", { name: "Add 1 title" });
  server.use(http.post("*/api/v1/me/imports/7/apply", () => HttpResponse.error()));
  const looks = loseTheImport();
  await user.click(apply);
  await waitFor(() => expect(looks).toHaveBeenCalled());
  await waitFor(() => expect(apply).not.toHaveAttribute("aria-disabled"));
  expect(screen.getByText(unreachable)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test("a failure after Apply's outcome is known shows its own notice only", async () => {
  fakeImport(waiting);
  const { user } = open("/import?id=7");
  const apply = await screen.findByRole("button", { name: "Add 1 title" });
  const detail = "This preview is of another version.";
  server.use(http.post("*/api/v1/me/imports/7/apply", refusal(400, "invalid_request", detail)));
  loseTheImport();
  await user.click(apply);
  const retry = await screen.findByRole("button", { name: "Retry" });
  fakeImport(waiting);
  await user.click(retry);
  await waitFor(() => expect(screen.queryByText(unreachable)).toBeNull());
  const looks = loseTheImport();
  server.use(http.post("*/api/v1/me/imports/7/preview", () => HttpResponse.error()));
  const later = Date.now() + 10 * 60_000;
  vi.spyOn(Date, "now").mockReturnValue(later);
  fireEvent(window, new Event("visibilitychange"));
  await waitFor(() => expect(looks).toHaveBeenCalled());
  expect(await screen.findByText(unreachable)).toBeVisible();
});

test("choosing a policy for an import discarded elsewhere says so, and the file is sent again", async () => {
  const names = fakeFiles(() => somePreview(names.length === 1 ? 7 : 8));
  fakeImport(somePreview(7, { counts: someCounts({ kept: 1 }), differing: 1 }));
  const { user, container } = open("/import");
  await screen.findByRole("heading", { name: "Bring your list" });
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  if (input) await user.upload(input, new File(["<myanimelist/>"], "list.xml"));
  const other = await screen.findByRole("radio", { name: /^Take the newer/ });
  forget();
  await user.click(other);
  expect(await screen.findByRole("heading", { name: gone })).toBeVisible();
  fakeImport(somePreview(8, { items: [someRow(1)] }));
  await user.click(screen.getByRole("button", { name: "Bring it again" }));
  expect(await screen.findByRole("listitem", { name: "Title 1" })).toBeVisible();
  expect(names).toEqual(["list.xml", "list.xml"]);
  expect(location.search).toBe("?id=8");
  history.back();
  expect(await screen.findByRole("heading", { name: "Bring your list" })).toBeVisible();
  expect(location.search).toBe("");
});

test("an import applied elsewhere shows its result, and that it was applied once", async () => {
  fakeImport(waiting);
  const { user } = open("/import?id=7");
  const apply = await screen.findByRole("button", { name: "Add 1 title" });
  fakeImport(somePreview(7, { ...applied, items: [] }));
  const detail = "This import was applied already, or is forgotten.";
  server.use(http.post("*/api/v1/me/imports/7/apply", refusal(400, "invalid_request", detail)));
  await user.click(apply);
  expect(await screen.findByRole("heading", { name: "1 title added" })).toHaveFocus();
  expect(screen.getByText(/^It is applied already, perhaps in another tab/)).toBeVisible();
});
