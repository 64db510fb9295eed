import { rm } from "node:fs/promises";
import { signIn, signUp } from "../accounts";
import { test as base, expect } from "../fixtures";
import { openInStep, rows } from "../lists";
import { addToCatalogue, newFolder, type Program, startMitai } from "../programs";

/** More changes than the live stream sends one by one: clients fetch the whole list instead. */
const COUNT = 1500;
const FIRST = 1_000_001;

const test = base.extend<object, { server: Program }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
    async ({}, use) => {
      const data = await newFolder();
      await addToCatalogue(data, FIRST, COUNT);
      const server = await startMitai({ data });
      await use(server);
      await server.stop();
      await rm(data, { recursive: true });
    },
    { scope: "worker" },
  ],
});

test("a long import is paged, and its apply and undo reach another browser", async ({
  page,
  context,
  otherBrowser,
}) => {
  test.slow();
  const account = await signUp(context);
  const other = await otherBrowser();
  await signIn(other.context(), account);
  await openInStep(other, "/watchlist");
  await expect(other.getByText("Your watchlist is empty.")).toBeVisible();

  const entry = (_: unknown, index: number) =>
    `<anime><series_animedb_id>${FIRST + index}</series_animedb_id><my_status>Completed</my_status></anime>`;
  const list = `<myanimelist>${Array.from({ length: COUNT }, entry).join("")}</myanimelist>`;
  await page.goto("/import");
  const buffer = Buffer.from(list);
  const file = { name: "long.xml", mimeType: "text/xml", buffer };
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByText("Showing 100 of 1,500")).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByText("Showing 200 of 1,500")).toBeVisible();
  await page.getByRole("button", { name: "Add 1,500 titles" }).click();
  await expect(page.getByRole("heading", { name: "1,500 titles added" })).toBeFocused();
  await expect(other.getByText("1,500 titles", { exact: true })).toBeVisible();
  await expect(rows(other).first()).toBeVisible();

  await page.getByRole("button", { name: /^Undo this import/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo it" }).click();
  await expect(page.getByText("1,500 titles are as before the import.")).toBeVisible();
  await expect(other.getByText("Your watchlist is empty.")).toBeVisible();
});
