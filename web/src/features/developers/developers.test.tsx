import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { gate } from "@/test/gate";
import { open } from "@/test/render";
import { server } from "@/test/server";
import { examples } from "./examples";

async function show() {
  const view = open("/developers");
  await screen.findByRole("heading", { level: 1, name: "Developers" });
  const said = within(screen.getByRole("main")).getByRole("status");
  return { tryIt: screen.getByRole("button", { name: "Try" }), said, ...view };
}

test("trying a chosen example shows its answer", async () => {
  const asked: string[] = [];
  server.use(
    http.get("*/v4/schedules", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ data: [{ mal_id: 21 }] });
    }),
  );
  const { user, tryIt, said } = await show();
  await user.selectOptions(screen.getByLabelText("Example"), "What airs on Saturdays");
  const path = "/v4/schedules?filter=saturday&limit=5";
  expect(screen.getByText(`GET ${path}`)).toBeVisible();
  await user.click(tryIt);
  const body = await screen.findByRole("group", { name: `Answer of ${path}` });
  expect(within(body).getByText(/"mal_id": 21/)).toBeVisible();
  expect(body).toHaveAttribute("tabindex", "0");
  expect(said).toHaveTextContent(/^Status 200 after \d+ ms, 24 characters$/);
  expect(asked).toEqual(["?filter=saturday&limit=5"]);
});

test("a pending request is not repeated", async () => {
  let asked = 0;
  const { open: release, passed } = gate();
  server.use(
    http.get("*/v4/anime/1", async () => {
      asked += 1;
      await passed;
      return HttpResponse.json({ data: {} });
    }),
  );
  const { user, tryIt } = await show();
  await user.click(tryIt);
  expect(tryIt).toHaveAttribute("aria-disabled", "true");
  await user.click(tryIt);
  release();
  await screen.findByRole("group", { name: "Answer of /v4/anime/1" });
  expect(tryIt).not.toHaveAttribute("aria-disabled");
  expect(asked).toBe(1);
});

test("a refusal is an answer, too", async () => {
  const refusal = { status: 404, type: "HttpException", message: "Not Found", error: null };
  server.use(http.get("*/v4/anime/1", () => HttpResponse.json(refusal, { status: 404 })));
  const { user, tryIt, said } = await show();
  await user.click(tryIt);
  expect(await screen.findByText(/"HttpException"/)).toBeVisible();
  expect(said).toHaveTextContent("Status 404");
});

test("an unreachable server is reported, and the example can be retried", async () => {
  server.use(http.get("*/v4/anime/1", () => HttpResponse.error(), { once: true }));
  const { user, tryIt } = await show();
  await user.click(tryIt);
  expect(await screen.findByRole("alert")).toHaveTextContent("We cannot reach the server.");
  server.use(http.get("*/v4/anime/1", () => HttpResponse.json({ data: {} })));
  await user.click(tryIt);
  await screen.findByRole("group", { name: "Answer of /v4/anime/1" });
  expect(screen.queryByText("We cannot reach the server.", { exact: false })).toBeNull();
});

test("every example is a link, and code samples contain this site's address", async () => {
  await show();
  const links = screen.getAllByRole("link", { hidden: true });
  for (const { label, path } of examples) {
    const link = links.find((link) => link.textContent === label);
    expect(link, label).toHaveAttribute("href", path);
  }
  const python = screen.getByRole("group", { name: "Python, with jikanpy-v4" });
  expect(python).toHaveTextContent(`selected_base="${window.location.origin}/v4"`);
});
