/** A `test` with a server of its own that can be away for a while. */
import { rm } from "node:fs/promises";
import { test as base } from "./fixtures";
import { freePort, newFolder, startMitai } from "./programs";

interface StoppableServer {
  url: string;
  off(): Promise<void>;
  on(): Promise<void>;
}

export const test = base.extend<{ mitai: StoppableServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
  mitai: async ({}, use) => {
    const data = await newFolder();
    const port = await freePort();
    const start = () => startMitai({ data, port });
    let program = await start();
    await use({
      url: program.url,
      off: () => program.stop(),
      async on() {
        program = await start();
      },
    });
    await program.stop();
    await rm(data, { recursive: true });
  },
});
