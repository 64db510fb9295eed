export interface NewPassword {
  password: string;
  confirmPassword: string;
}

export interface SignupValues extends NewPassword {
  fullName: string;
  email: string;
}

/** In characters; the server takes no more. */
export const MAX_NAME_LENGTH = 100;

const EMAIL_FORM = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const MIN_PASSWORD_LENGTH = 6;

const anyEmpty = (values: object) => Object.values(values).some((value) => value === "");

/** The first rule the values break, in the order people are told about them, or null. */
export function signupProblem(values: SignupValues): string | null {
  if (anyEmpty(values)) return "All fields are required.";
  if (!EMAIL_FORM.test(values.email)) return "Please enter a valid email address.";
  return passwordProblem(values);
}

/** The same for a password that takes the place of another. */
export function passwordProblem({ password, confirmPassword }: NewPassword): string | null {
  if (password === "" || confirmPassword === "") return "All fields are required.";
  if (password.length < MIN_PASSWORD_LENGTH) return "Password must be at least 6 characters long.";
  if (password !== confirmPassword) return "Passwords do not match.";
  return null;
}
