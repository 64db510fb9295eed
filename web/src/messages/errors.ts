import type { FailureCode } from "@/api/errors";

/** What people read for each way a call can fail: what happened, and what to do. */
export const errorMessages = {
  not_found: "We could not find that. It may have moved; try a search instead.",
  invalid_request: "That request did not make sense to the server. Go back and try again.",
  method_not_allowed: "The server does not offer that. Reload the page and try again.",
  payload_too_large: "That is more than the server accepts. Shorten it and try again.",
  unavailable: "The server is busy or restarting. Wait a moment, then try again.",
  internal: "Something went wrong on our side. Try again; if it stays, please report it.",
  unreachable: "We cannot reach the server. Check your connection, then try again.",
} satisfies Record<FailureCode, string>;
