import { expect, test } from "../fixtures";

test("an example is picked, tried and answered", async ({ page, expectAccessible }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Developers" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Developers" })).toBeFocused();
  await page.getByLabel("Example").selectOption("Titles by name");
  await page.getByRole("button", { name: "Try" }).click();
  const path = "/v4/anime?q=cowboy%20bebop&limit=3";
  const answer = page.getByRole("group", { name: `Answer of ${path}` });
  await expect(answer).toContainText('"title": "Cowboy Bebop"');
  await expect(page.getByRole("status").filter({ hasText: "Status" })).toContainText("Status 200");
  await expectAccessible();
  // The keyboard reaches what scrolls
  await answer.focus();
  await page.keyboard.press("PageDown");
  await expect.poll(() => answer.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
});

test("every example answers", async ({ page, request }) => {
  await page.goto("/developers");
  await page.getByText("All examples as links").click();
  const links = page.getByRole("main").getByRole("listitem").locator('a[href^="/v4/"]');
  await expect(links.first()).toBeVisible();
  const paths = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute("href") ?? ""),
  );
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()["content-type"], path).toBe("application/json");
    expect((await answer.json()).data, path).toBeTruthy();
  }
});

test("code samples contain this server's address", async ({ page, baseURL }) => {
  await page.goto("/developers");
  const python = page.getByRole("group", { name: "Python, with jikanpy-v4" });
  await expect(python).toContainText(`selected_base="${baseURL}/v4"`);
});
