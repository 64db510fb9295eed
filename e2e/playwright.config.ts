import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  testMatch: "*.e2e.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // One more than the two cores that it is made for: pages wait, too
  workers: 3,
  reporter: "list",
  // Generous: a slow machine is not a fault of the page.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "dark",
    // A page that scrolls smoothly moves what is about to be clicked. Tests of motion use `motion`.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Requests of a service worker bypass the tests' request handlers. `offline-start` has it.
    serviceWorkers: "block",
    launchOptions: {
      // This machine's own browser: nothing is downloaded.
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      // Tests of servers and several browsers do not depend on the screen; nor do those of addresses
      // and the pages' policy, and those that set its width themselves.
      testIgnore:
        /(addresses|policy|pictures|providers|user-journey|google|reset|live|import-letters|import-many|offline|offline-start|offline-worker|list-keys|slow-line)\.e2e\.ts$/,
      use: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true },
    },
  ],
});
