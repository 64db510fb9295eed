import type { SignInCode } from "@/api/types";
import { errorMessages } from "./errors";

/** What people read for each way signing in with Google can end, other than well. */
export const signInMessages = {
  email_taken:
    "There is an account with this email address already. Log in with your email and password.",
  link_required: errorMessages.link_required,
  sign_in_cancelled: errorMessages.sign_in_cancelled,
  sign_in_failed: errorMessages.sign_in_failed,
  sign_in_unavailable: errorMessages.sign_in_unavailable,
  too_many_attempts: errorMessages.too_many_attempts,
} satisfies Record<SignInCode, string>;
