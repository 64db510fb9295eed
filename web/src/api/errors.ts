import type { ErrorCode, Problem } from "./types";

/** What can go wrong with a call: the server's closed set, and not reaching the server at all. */
export type FailureCode = ErrorCode | "unreachable";

interface Particulars {
  requestId?: string | null;
  showsCached?: boolean;
  columns?: readonly string[] | undefined;
}

/** A failed call. `code` chooses the sentence people read; `requestId` finds it in the server's log. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: FailureCode;
  readonly requestId: string | null;
  /** Whether the page shows a cached answer while the server does not answer. */
  readonly showsCached: boolean;
  /** Names of the file's columns; empty unless the code is `columns_needed`. */
  readonly columns: readonly string[];

  constructor(code: FailureCode, detail: string, particulars: Particulars = {}) {
    super(detail);
    this.code = code;
    this.requestId = particulars.requestId ?? null;
    this.showsCached = particulars.showsCached ?? false;
    this.columns = particulars.columns ?? [];
  }

  /** The server's sentence about this failure. */
  get detail(): string {
    return this.message;
  }

  static unreachable(showsCached = false): ApiError {
    return new ApiError("unreachable", "The server did not answer.", { showsCached });
  }

  /** Reads problem+json; anything else (a proxy's HTML page) counts as the service being away. */
  static async fromResponse(response: Response): Promise<ApiError> {
    const type = response.headers.get("content-type") ?? "";
    if (!type.includes("application/problem+json")) {
      return new ApiError("unavailable", "Not an answer of this server.");
    }
    const problem = (await response.json()) as Problem;
    const { request_id: requestId, columns } = problem;
    return new ApiError(problem.code, problem.detail, { requestId, columns });
  }
}

/** The code of anything thrown by a call. */
export function failureCode(error: unknown): FailureCode {
  return error instanceof ApiError ? error.code : "internal";
}

/** Returns whether a call failed because the server does not have what it asked for. */
export const isNotFound = (error: unknown) => failureCode(error) === "not_found";

/** The id of the failed request in the server's log, if the request got that far. */
export function failedRequest(error: unknown): string | null {
  return error instanceof ApiError ? error.requestId : null;
}
