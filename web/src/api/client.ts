import { ApiError } from "./errors";
import type { Reads, Writes } from "./types";

type Values = Readonly<Record<string, string | number>>;

/** How long a write may go unanswered, in milliseconds, before it counts as not delivered. */
const WRITE_TIMEOUT = 15_000;

function fill(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? "")),
  );
}

/**
 * The address of a call, written one way only: it is the query key and the key in the page's data
 * block, so both must agree letter for letter.
 */
export function apiPath(template: keyof Reads, path: Values = {}, query: Values = {}): string {
  const filled = fill(template, path);
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

/** Fetches one of our own addresses as JSON; every failure is an {@link ApiError} or an abort. */
export async function getJson<T>(path: string, signal: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { signal, headers: { accept: "application/json" } });
  } catch (error) {
    if (signal.aborted) throw error;
    throw ApiError.unreachable();
  }
  if (!response.ok) throw await ApiError.fromResponse(response);
  return (await response.json()) as T;
}

type Method = "POST" | "PUT" | "PATCH" | "DELETE";
type PathOf<M extends Method> = keyof Writes extends infer Key
  ? Key extends `${M} ${infer Path}`
    ? Path
    : never
  : never;
type Write<M extends Method, P extends string> = `${M} ${P}` extends keyof Writes
  ? Writes[`${M} ${P}`]
  : never;

/**
 * Writes, and gives what the server answers; every failure is an {@link ApiError}. It is never sent
 * twice by itself: after `unreachable` the server may or may not have done it.
 */
export async function send<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  body: Write<M, P>[0],
  values: Values = {},
): Promise<Write<M, P>[1]> {
  const accept = { accept: "application/json" };
  const content =
    body === undefined
      ? { headers: accept }
      : {
          headers: { ...accept, "content-type": "application/json" },
          body: JSON.stringify(body),
        };
  let response: Response;
  try {
    response = await fetch(fill(path, values), {
      method,
      ...content,
      signal: AbortSignal.timeout(WRITE_TIMEOUT),
    });
  } catch {
    throw ApiError.unreachable();
  }
  if (!response.ok) throw await ApiError.fromResponse(response);
  return response.status === 204 ? undefined : await response.json();
}
