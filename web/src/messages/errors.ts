import { ApiError, type FailureCode, failureCode } from "@/api/errors";

/** What people read for each way a call can fail: what happened, and what to do. */
export const errorMessages = {
  not_found: "We could not find that. It may have moved; try a search instead.",
  invalid_request: "That request did not make sense to the server. Go back and try again.",
  method_not_allowed: "The server does not offer that. Reload the page and try again.",
  payload_too_large: "That is more than the server accepts. Shorten it and try again.",
  unsupported_media_type: "The server could not read that. Reload the page and try again.",
  foreign_origin: "The server takes changes from its own pages only. Reload this page, then retry.",
  unavailable: "The server is busy or restarting. Wait a moment, then try again.",
  internal: "Something went wrong on our side. Try again; if it stays, please report it.",
  unreachable: "We cannot reach the server. Check your connection, then try again.",
  all_fields_required: "All fields are required.",
  invalid_email: "Please enter a valid email address.",
  password_too_short: "Password must be at least 6 characters long.",
  password_too_long: "Password must be at most 200 characters long.",
  email_taken: "There is an account with this email address already. Log in instead.",
  wrong_credentials: "The email or the password is not right. Check both and try again.",
  too_many_attempts: "Too many attempts. Please try again in a few minutes.",
  not_signed_in: "Your session has ended. Please log in again.",
  fresh_sign_in_required: "To be sure that it is you, please log in again, then try once more.",
  link_expired: "That took too long. Please start over with Google.",
  reset_link_expired: "This link has expired or was used already. Ask for a new one.",
  link_required:
    "There is an account with this email address already. Enter its password to connect the two.",
  sign_in_cancelled: "Signing in was cancelled. You can try again whenever you like.",
  sign_in_failed: "Signing in with Google did not work. Please try again.",
  sign_in_unavailable:
    "Signing in with Google is not available on this server right now. Please use your email.",
  unknown_title: "This title is not in the catalogue any more.",
  invalid_page_name:
    "Please choose a name of 3 to 30 of the letters a to z, digits, _ and -, that begins with a letter or a digit.",
  page_name_taken: "This name is taken. Please choose another one.",
  page_changed:
    "Your page was changed elsewhere meanwhile. Reload it to see what it is now, then try again.",
  columns_needed: "Please say what the columns of this file are.",
  list_full: "Your list is full. Remove a title, then try again.",
  too_many_imports:
    "This file was not taken: at most 20 imports, with 200,000 rows together, may wait to be applied. Apply or forget some, then try again.",
  own_review: "This is your own review. Votes and reports are for its readers.",
} satisfies Record<FailureCode, string>;

/** The server's own sentence about a failure of this code, where it has one. */
const ownSentence = (error: unknown, code: FailureCode) =>
  error instanceof ApiError && error.code === code && error.detail;

/** The sentence for anything thrown by a call. At a limit the server's own says of what there was too much, and the wait. */
export function failureMessage(error: unknown): string {
  return ownSentence(error, "too_many_attempts") || errorMessages[failureCode(error)];
}

/**
 * Why a change of the list, or a file, was refused: the server's sentence about its rule, since it names what is wrong
 * and what would be right; else the message of every failure of the kind.
 */
export function refusalOf(error: unknown): string {
  return ownSentence(error, "invalid_request") || failureMessage(error);
}
