/** The real programs the tests run against, each on a free port with a folder of its own. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

export interface Program {
  /** The program's address, without a slash at the end. */
  url: string;
  stop(): Promise<void>;
}

export interface Providers {
  jikan: string;
  kitsu: string;
}

interface Options {
  providers?: Providers;
  /** The data folder, which outlives the program; by default the program has its own. */
  data?: string;
  port?: number;
  /** Other settings, by their names in the environment. */
  settings?: Record<string, string>;
}

/** A mail as the sink prints it. */
export interface Mail {
  from: string;
  to: string[];
  headers: Record<string, string>;
  text: string;
}

export interface MailSink extends Program {
  /** Returns the mails that the sink received, oldest first. */
  mails(): Mail[];
}

/** The folder in which `cargo build` puts programs. */
const folder = process.env.MITAI_PROGRAMS ?? resolve(import.meta.dirname, "../target/debug");
const signInProvider = resolve(import.meta.dirname, "../sign-in-provider/main.mjs");

/** The id and secret of the tests' server at the sign-in provider. */
const CLIENT = { id: "mitai-e2e", secret: "known to everyone who reads this" };
const CALLBACK = "/api/v1/auth/google/callback";
/** The limit of sign-ups from an address: here all visitors come from one. */
const MANY_SIGN_UPS = "1000";

/** The PostgreSQL, or coordinator of a Citus, whose schemas are the tests' stores in place of files. */
const postgres = process.env.MITAI_E2E_DATABASE;
const run = promisify(execFile);

/** Starts a Mitai with nothing in its store but the built-in catalogue. */
export async function startMitai({ data, port = 0, ...options }: Options = {}): Promise<Program> {
  const { jikan, kitsu } = options.providers ?? { jikan: "off", kitsu: "off" };
  const own = data ?? (await newFolder());
  const schema = postgres && data === undefined ? await newSchema(postgres) : undefined;
  const server = await start(
    join(folder, "mitai"),
    [
      ...["serve", "--listen", `127.0.0.1:${port}`, "--data-dir", own],
      // Requests to the stub are counted: only page views may cause them.
      ...["--jikan-url", jikan, "--kitsu-url", kitsu, "--mirror", "off"],
      ...["--sign-ups-per-hour", MANY_SIGN_UPS],
      ...(schema ? ["--database", schema.url] : []),
    ],
    options.settings,
  );
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await schema?.drop();
      if (data === undefined) await rm(own, { recursive: true });
    },
  };
}

/** Puts so many more titles into the catalogue of a folder, from number `first` on: "Title 1000001" and on. */
export async function addToCatalogue(data: string, first: number, count: number) {
  const line = (_: unknown, index: number) =>
    JSON.stringify({ mal_id: first + index, title: `Title ${first + index}` });
  const file = join(data, "titles.jsonl");
  await writeFile(file, Array.from({ length: count }, line).join("\n"));
  await run(join(folder, "mitai"), ["import", "jikan", "--data-dir", data, file]);
}

/** Runs a command of the operator's program. */
export const mitai = (...args: string[]) => run(join(folder, "mitai"), args);

/** Starts the stub of both services; a test sets by a request what it answers. */
export function startStub(): Promise<Program> {
  return start(join(folder, "stub-provider"), ["--port", "0"]);
}

/** A real OpenID provider with an account chooser. Its cookies are not the server's: see below. */
export function startSignInProvider(): Promise<Program> {
  return start("node", [
    ...[signInProvider, "--client-id", CLIENT.id, "--client-secret", CLIENT.secret],
    // The provider ignores the port of a loopback address.
    ...["--redirect-uri", `http://localhost${CALLBACK}`],
  ]);
}

/**
 * A Mitai where `issuer` takes Google's place. Browsers share cookies between the ports of a host, so
 * the two have different names for this machine.
 */
export async function startMitaiWith(issuer: Program, options: Options = {}): Promise<Program> {
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const settings = {
    MITAI_PUBLIC_URL: url,
    MITAI_OIDC_ISSUER: issuer.url,
    MITAI_OIDC_CLIENT_ID: CLIENT.id,
    MITAI_OIDC_CLIENT_SECRET: CLIENT.secret,
    ...options.settings,
  };
  return { ...(await startMitai({ ...options, port, settings })), url };
}

/** Starts a mail server that delivers nothing and prints what it receives. */
export async function startMailSink(): Promise<MailSink> {
  const script = resolve(import.meta.dirname, "mail-sink.mjs");
  const { lines, ...sink } = await start("node", [script]);
  return { ...sink, mails: () => lines.slice(1).map((line) => JSON.parse(line)) };
}

/** Lets an account's sessions in the store of this folder have begun an hour earlier. */
export async function ageSessions(data: string, email: string) {
  const change = `
    UPDATE session
    SET created_at = strftime('%Y-%m-%dT%H:%M:%SZ', created_at, '-1 hour')
    WHERE uid = (SELECT uid FROM account WHERE email = '${email}');
    SELECT changes();`;
  const { stdout } = await run("sqlite3", [
    ...["-cmd", ".timeout 5000"],
    join(data, "mitai.db"),
    change,
  ]);
  if (Number(stdout) === 0) throw new Error("no session of that account");
}

/** A schema of its own, spread over the nodes where the database is a Citus. */
async function newSchema(database: string) {
  const name = `e2e_${randomBytes(8).toString("hex")}`;
  // A Citus gets few shards, since each takes time.
  const url = `${database}?options=-c%20search_path%3D${name}%20-c%20citus.shard_count%3D4`;
  const sql = (statement: string) => run("psql", ["-AtqX", database, "-c", statement]);
  await sql(`CREATE SCHEMA ${name}`);
  const { stdout } = await sql("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  if (stdout !== "") await run(join(folder, "mitai"), ["db", "distribute", "--database", url]);
  return { url, drop: () => sql(`DROP SCHEMA ${name} CASCADE`) };
}

export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "mitai-e2e-"));
}

/** For a server that comes back at the same address, or has to know its own. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function start(name: string, args: string[], settings: Record<string, string> = {}) {
  // Settings in the tests' environment must not reach the server.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !key.startsWith("MITAI_")),
  );
  const child = spawn(name, args, {
    env: { ...env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = once(child, "exit");
  // A program that cannot be started says so below.
  exit.catch(() => {});
  const log: string[] = [];
  const lines: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => log.push(chunk.toString()));
  const url = await address(child, log, lines);
  return {
    url,
    lines,
    async stop() {
      if (child.exitCode === null) child.kill("SIGTERM");
      await exit;
    },
  };
}

/** The first address the program prints; `lines` takes all the lines it prints. */
function address(child: ChildProcess, log: string[], lines: string[]): Promise<string> {
  return new Promise((found, failed) => {
    const fail = (why: string) => failed(new Error(`${child.spawnfile} ${why}\n${log.join("")}`));
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code) => fail(`ended with ${code} before it listened`));
    if (!child.stdout) return fail("prints nothing");
    createInterface(child.stdout).on("line", (line) => {
      log.push(`${line}\n`);
      lines.push(line);
      const url = /(http|smtp):\/\/[\w.]+:\d+/.exec(line)?.[0];
      if (url) found(url);
    });
  });
}
