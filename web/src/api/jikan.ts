import { ApiError } from "./errors";

/** The answer of an address of `/v4`, of any status. */
export interface RawAnswer {
  path: string;
  status: number;
  /** Time from the request to the last byte of the answer. */
  milliseconds: number;
  /** The body of the answer, indented where it is JSON. */
  body: string;
  /** Number of characters of the body, as it came. */
  length: number;
}

/** Asks an address of `/v4`; to have no answer at all is an {@link ApiError}. */
export async function fetchJikan(path: string): Promise<RawAnswer> {
  const start = performance.now();
  try {
    const response = await fetch(path, { headers: { accept: "application/json" } });
    const text = await response.text();
    const milliseconds = Math.round(performance.now() - start);
    return {
      path,
      status: response.status,
      milliseconds,
      body: indented(text),
      length: text.length,
    };
  } catch {
    throw ApiError.unreachable();
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
