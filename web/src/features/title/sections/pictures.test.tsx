import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { part, picture } from "@/test/extras";
import { gate } from "@/test/gate";
import { Near } from "@/test/near";
import { answer, server } from "@/test/server";
import { MAL_ID, page, region, showSections as show } from "@/test/title-sections";

beforeEach(() => vi.stubGlobal("IntersectionObserver", Near));

test("a picture opens in a dialog with buttons and keys to the others", async () => {
  const asked: number[] = [];
  answer("/api/v1/anime/{id}/pictures", (url) => {
    asked.push(page(url));
    return part(26, picture, page(url));
  });
  const { user } = show({ name: "pictures", count: 26 });
  const section = await region("Pictures");
  expect(await section.findAllByRole("listitem")).toHaveLength(6);
  const opener = section.getByRole("button", { name: "Show picture 2 of 26" });
  await user.click(opener);
  const dialog = within(screen.getByRole("dialog", { name: "Pictures" }));
  const large = (at: number) => expect(dialog.getByRole("img", { name: `Picture ${at} of 26` }));
  large(2).toHaveAttribute("src", "/img/still/1-2-960");
  await user.click(dialog.getByRole("button", { name: "Next picture" }));
  large(3).toHaveAttribute("src", "/img/still/1-3-960");
  await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
  large(1).toBeVisible();
  const previous = dialog.getByRole("button", { name: "Previous picture" });
  expect(previous).toHaveAttribute("aria-disabled", "true");
  await user.keyboard("{ArrowRight>22/}");
  expect(dialog.getByRole("status")).toHaveTextContent("23 of 26");
  await waitFor(() => expect(asked).toEqual([1, 2]));
  await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}");
  large(26).toBeVisible();
  const next = dialog.getByRole("button", { name: "Next picture" });
  expect(next).toHaveAttribute("aria-disabled", "true");
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("without pictures there is neither a section nor a contents link", async () => {
  const { open: letPass, passed } = gate();
  server.use(
    http.get("*/api/v1/anime/:id/pictures", async () => {
      await passed;
      return HttpResponse.json(part(0, picture));
    }),
  );
  show({ name: "pictures", count: 3 });
  await region("Pictures");
  letPass();
  await waitFor(() => expect(screen.queryByRole("region", { name: "Pictures" })).toBeNull());
  const contents = within(screen.getByRole("navigation", { name: "On this page" }));
  expect(contents.queryByRole("link", { name: "Pictures" })).toBeNull();
});

test("failing to load further pictures is reported, and Next retries", async () => {
  const { open: letPass, passed } = gate();
  let fails = true;
  let asked = 0;
  server.use(
    http.get("*/api/v1/anime/:id/pictures", async ({ request }) => {
      if (page(new URL(request.url)) === 1) return HttpResponse.json(part(26, picture));
      if (fails) return HttpResponse.error();
      asked += 1;
      await passed;
      return HttpResponse.json(part(26, picture, 2));
    }),
  );
  const { user } = show({ name: "pictures", count: 26 });
  const section = await region("Pictures");
  await user.click(await section.findByRole("button", { name: "Show picture 1 of 26" }));
  const dialog = within(screen.getByRole("dialog", { name: "Pictures" }));
  const status = dialog.getByRole("status");
  const next = dialog.getByRole("button", { name: "Next picture" });
  await user.click(next);
  await user.keyboard("{ArrowRight>22/}");
  await waitFor(() =>
    expect(status).toHaveTextContent("24 of 26. The next one did not come: try again"),
  );
  fails = false;
  await user.click(next);
  await user.click(next);
  expect(status).toHaveTextContent("24 of 26. Loading the next");
  letPass();
  await waitFor(() => expect(status).toHaveTextContent(/^24 of 26$/));
  await user.click(next);
  expect(dialog.getByRole("img", { name: "Picture 25 of 26" })).toBeVisible();
  expect(asked).toBe(1);
});

test("a large picture that fails to load is replaced by the drawn poster", async () => {
  answer("/api/v1/anime/{id}/pictures", part(2, picture));
  const { user } = show({ name: "pictures", count: 2 });
  const section = await region("Pictures");
  await user.click(await section.findByRole("button", { name: "Show picture 1 of 2" }));
  const dialog = within(screen.getByRole("dialog", { name: "Pictures" }));
  fireEvent.error(dialog.getByRole("img", { name: "Picture 1 of 2" }));
  expect(dialog.getByRole("img", { name: "Picture 1 of 2 could not be loaded" })).toHaveAttribute(
    "src",
    `/art/poster/${MAL_ID}.svg`,
  );
  await user.click(dialog.getByRole("button", { name: "Next picture" }));
  expect(dialog.getByRole("img", { name: "Picture 2 of 2" })).toHaveAttribute(
    "src",
    "/img/still/1-2-960",
  );
});
