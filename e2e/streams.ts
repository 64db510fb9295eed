/** Live streams that no page shows, for tests of a server that has many to serve. */
import { once } from "node:events";
import { Agent, type ClientRequest, get, type IncomingMessage } from "node:http";
import { newAccount } from "./accounts";

/** Number of streams that a user may have open, less some for the test itself. */
const OF_A_USER = 50;

/** Opens so many streams of users of their own; gives what closes them. */
export async function openStreams(site: string, count: number): Promise<() => void> {
  const agent = new Agent({ maxSockets: count });
  const streams: ClientRequest[] = [];
  while (streams.length < count) {
    const cookie = await signUpApart(site);
    const more = Math.min(OF_A_USER, count - streams.length);
    const opened = Array.from({ length: more }, () =>
      get(`${site}/api/v1/me/live`, { agent, headers: { cookie } }),
    );
    await Promise.all(opened.map(begun));
    streams.push(...opened);
  }
  return () => {
    for (const stream of streams) stream.destroy();
  };
}

/** Signs somebody up without a browser; returns the session's cookie. */
async function signUpApart(site: string): Promise<string> {
  const { name: fullName, email, password } = newAccount();
  const answer = await fetch(`${site}/api/v1/auth/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ fullName, email, password }),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (answer.status !== 201 || !cookie) throw new Error(`signing up: ${answer.status}`);
  return cookie.split(";")[0] ?? "";
}

async function begun(stream: ClientRequest) {
  // Closing a stream ends it in the middle.
  stream.on("error", () => {});
  const [answer]: IncomingMessage[] = (await once(stream, "response")) as never;
  if (answer?.statusCode !== 200) throw new Error(`a stream: ${answer?.statusCode}`);
  answer.on("error", () => {});
  answer.resume();
}
