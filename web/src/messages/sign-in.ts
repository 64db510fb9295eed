import type { SignInCode } from "@/api/types";

/** What people read for each way signing in with Google can end, other than well. */
export const signInMessages = {
  email_taken:
    "There is an account with this email address already. Log in with your email and password.",
  link_required:
    "There is an account with this email address already. Enter its password to connect the two.",
  sign_in_cancelled: "Signing in was cancelled. You can try again whenever you like.",
  sign_in_failed: "Signing in with Google did not work. Please try again.",
  sign_in_unavailable:
    "Signing in with Google is not available on this server right now. Please use your email.",
} satisfies Record<SignInCode, string>;
