import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import { errorMessages, failureMessage } from "./errors";

const tooMany = (retryAfter: number | null) =>
  new ApiError("too_many_attempts", "Too many attempts.", { retryAfter });

test.each([
  [tooMany(1), "Too many attempts. Please try again in 1 minute."],
  [tooMany(60), "Too many attempts. Please try again in 1 minute."],
  [tooMany(61), "Too many attempts. Please try again in 2 minutes."],
  [tooMany(null), errorMessages.too_many_attempts],
  [new ApiError("list_full", ""), errorMessages.list_full],
  [new TypeError("a fault of ours"), errorMessages.internal],
])("a failure has its sentence (%#)", (error, sentence) => {
  expect(failureMessage(error)).toBe(sentence);
});
