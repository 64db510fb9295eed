export interface SignupValues {
  fullName: string;
  email: string;
  password: string;
  confirmPassword: string;
}

const EMAIL_FORM = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const MIN_PASSWORD_LENGTH = 6;

/** The first rule the values break, in the order people are told about them, or null. */
export function signupProblem(values: SignupValues): string | null {
  if (Object.values(values).some((value) => value === "")) return "All fields are required.";
  if (!EMAIL_FORM.test(values.email)) return "Please enter a valid email address.";
  if (values.password.length < MIN_PASSWORD_LENGTH)
    return "Password must be at least 6 characters long.";
  if (values.password !== values.confirmPassword) return "Passwords do not match.";
  return null;
}
