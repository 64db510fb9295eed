import { expect, test } from "../fixtures";

declare global {
  interface Window {
    /** The directives that were breached, in alphabetical order. */
    breaches: string[];
  }
}

test("the page's policy blocks foreign scripts, styles and frames", async ({ page, guard }) => {
  guard.expectBreaches();
  await page.goto("/");
  // The guard takes errors in the console for faults: a breach that no test expects fails it.
  const logged = page.waitForEvent("console", (message) => message.type() === "error");
  await page.evaluate(() => {
    window.breaches = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
      window.breaches = [...window.breaches, effectiveDirective].sort();
    });
    const put = document.createElement("div");
    put.innerHTML = `<p style="color: red" onclick="document.title = 'run'">Foreign</p>
      <iframe src="/about"></iframe>`;
    const script = document.createElement("script");
    script.textContent = "document.title = 'run'";
    put.append(script);
    document.body.append(put);
    put.querySelector("p")?.click();
    setTimeout("document.title = 'run'");
  });
  await expect
    .poll(() => page.evaluate(() => window.breaches))
    .toEqual(["frame-src", "script-src", "script-src-attr", "script-src-elem", "style-src-attr"]);
  await expect(page).toHaveTitle("Trending Anime · Mitai");
  expect((await logged).text()).toContain("Content Security Policy");
});
