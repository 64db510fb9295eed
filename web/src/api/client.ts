import { ApiError } from "./errors";
import type { paths } from "./schema.gen";

/** Every read of the API, with what it answers. */
export type Reads = {
  [P in keyof paths]: paths[P] extends {
    get: { responses: { 200: { content: { "application/json": infer Body } } } };
  }
    ? Body
    : never;
};

type Values = Readonly<Record<string, string | number>>;

/**
 * The address of a call, written one way only: it is the query key and the key in the page's data
 * block, so both must agree letter for letter.
 */
export function apiPath(template: keyof Reads, path: Values = {}, query: Values = {}): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name] ?? "")),
  );
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
