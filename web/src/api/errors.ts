import type { ErrorCode, Problem } from "./types";

/** What can go wrong with a call: the server's closed set, and not reaching the server at all. */
export type FailureCode = ErrorCode | "unreachable";

/** A failed call. `code` chooses the sentence people read; `requestId` finds it in the server's log. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: FailureCode;
  readonly requestId: string | null;

  constructor(code: FailureCode, detail: string, requestId: string | null) {
    super(detail);
    this.code = code;
    this.requestId = requestId;
  }

  static unreachable(): ApiError {
    return new ApiError("unreachable", "The server did not answer.", null);
  }

  /** Reads problem+json; anything else (a proxy's HTML page) counts as the service being away. */
  static async fromResponse(response: Response): Promise<ApiError> {
    const type = response.headers.get("content-type") ?? "";
    if (!type.includes("application/problem+json")) {
      return new ApiError("unavailable", "Not an answer of this server.", null);
    }
    const problem = (await response.json()) as Problem;
    return new ApiError(problem.code, problem.detail, problem.request_id);
  }
}

/** The code of anything thrown by a query. */
export function failureCode(error: unknown): FailureCode {
  return error instanceof ApiError ? error.code : "internal";
}

/** The server's name for the failed request, if it got that far. */
export function failedRequest(error: unknown): string | null {
  return error instanceof ApiError ? error.requestId : null;
}
