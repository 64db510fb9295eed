/** The real programs the tests run against, each on a free port with a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

export interface Program {
  /** Its address, without a slash at the end. */
  url: string;
  stop(): Promise<void>;
}

export interface Providers {
  jikan: string;
  kitsu: string;
}

/** Where `cargo build` puts programs. */
const folder = process.env.MITAI_PROGRAMS ?? resolve(import.meta.dirname, "../target/debug");

/** A Mitai with nothing in its store but the built-in catalogue. */
export async function startMitai(
  providers: Providers = { jikan: "off", kitsu: "off" },
  data?: string,
): Promise<Program> {
  const own = data ?? (await newFolder());
  const server = await start("mitai", [
    ...["serve", "--listen", "127.0.0.1:0", "--data-dir", own],
    ...["--jikan-url", providers.jikan, "--kitsu-url", providers.kitsu],
  ]);
  return {
    url: server.url,
    async stop() {
      await server.stop();
      if (data === undefined) await rm(own, { recursive: true });
    },
  };
}

/** Stands in for both services; what it answers is set with `setMode`. */
export function startStub(): Promise<Program> {
  return start("stub-provider", ["--port", "0"]);
}

export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "mitai-e2e-"));
}

async function start(name: string, args: string[]): Promise<Program> {
  // Settings of whoever runs the tests must not reach the server.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !key.startsWith("MITAI_")),
  );
  const child = spawn(join(folder, name), args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const exit = once(child, "exit");
  // A program that cannot be started says so below.
  exit.catch(() => {});
  const log: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => log.push(chunk.toString()));
  const url = await address(child, log);
  return {
    url,
    async stop() {
      if (child.exitCode === null) child.kill("SIGTERM");
      await exit;
    },
  };
}

/** The first address the program prints. */
function address(child: ChildProcess, log: string[]): Promise<string> {
  return new Promise((found, failed) => {
    const fail = (why: string) => failed(new Error(`${child.spawnfile} ${why}\n${log.join("")}`));
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code) => fail(`ended with ${code} before it listened`));
    if (!child.stdout) return fail("prints nothing");
    createInterface(child.stdout).on("line", (line) => {
      log.push(`${line}\n`);
      const url = /http:\/\/[\w.]+:\d+/.exec(line)?.[0];
      if (url) found(url);
    });
  });
}
