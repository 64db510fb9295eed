import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import { errorMessages, failureMessage } from "./errors";

const tooMany = (detail: string) => new ApiError("too_many_attempts", detail);
const manyVotes = "Those were many votes in a short time. Please go on in 2 minutes.";

test.each([
  [tooMany(manyVotes), manyVotes],
  [tooMany(""), errorMessages.too_many_attempts],
  [new ApiError("list_full", ""), errorMessages.list_full],
  [new TypeError("a fault of ours"), errorMessages.internal],
])("a failure has its sentence (%#)", (error, sentence) => {
  expect(failureMessage(error)).toBe(sentence);
});
