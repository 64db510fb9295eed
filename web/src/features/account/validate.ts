import { lengthOf } from "@/lib/text-length";

export interface NewPassword {
  password: string;
  confirmPassword: string;
}

export interface SignupValues extends NewPassword {
  fullName: string;
  email: string;
}

/** The largest number of characters of a display name; the server takes no more. */
export const MAX_NAME_LENGTH = 100;

const EMAIL_FORM = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const MIN_PASSWORD_LENGTH = 6;

/** A rule that is broken: the field in which to put it right, and what to say. */
export interface Problem<Field> {
  field: Field;
  message: string;
}

function firstEmpty<Values extends object>(values: Values): Problem<keyof Values> | null {
  const names = Object.keys(values) as (keyof Values)[];
  const field = names.find((name) => values[name] === "");
  return field === undefined ? null : { field, message: "All fields are required." };
}

/** The first rule the values break, in the order of their messages, or null. */
export function signupProblem(values: SignupValues): Problem<keyof SignupValues> | null {
  const { fullName, email, password, confirmPassword } = values;
  const empty = firstEmpty({ fullName, email, password, confirmPassword });
  if (empty) return empty;
  if (!EMAIL_FORM.test(email))
    return { field: "email", message: "Please enter a valid email address." };
  const problem = passwordProblem(values);
  if (problem || lengthOf(fullName) <= MAX_NAME_LENGTH) return problem;
  const message = `Please keep your name to at most ${MAX_NAME_LENGTH} characters.`;
  return { field: "fullName", message };
}

/** Returns the first rule that a new password breaks, or null. */
export function passwordProblem(values: NewPassword): Problem<keyof NewPassword> | null {
  const { password, confirmPassword } = values;
  const empty = firstEmpty({ password, confirmPassword });
  if (empty) return empty;
  if (password.length < MIN_PASSWORD_LENGTH)
    return { field: "password", message: "Password must be at least 6 characters long." };
  if (password !== confirmPassword)
    return { field: "confirmPassword", message: "Passwords do not match." };
  return null;
}
