import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Link } from "wouter";
import { send } from "@/api/client";
import { type FailureCode, failureCode } from "@/api/errors";
import { useWrite } from "@/api/write";
import { useEarlyInput } from "@/lib/early-input";
import { loginPath } from "@/lib/next";
import { useSessionChange } from "@/lib/session-change";
import { failureMessage } from "@/messages/errors";
import { signInMessages } from "@/messages/sign-in";
import { Button } from "@/ui/Button";
import { Field, focusField } from "@/ui/Field";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { LengthHint } from "@/ui/LengthHint";
import { AccountFormLink } from "./AccountFormLink";
import { GoogleButton, Or } from "./GoogleButton";
import { LinkStep } from "./LinkStep";
import { PasswordField } from "./PasswordField";
import { useGoogleSignIn } from "./useGoogleSignIn";
import { MAX_NAME_LENGTH, type SignupValues, signupProblem } from "./validate";

const blank: SignupValues = { fullName: "", email: "", password: "", confirmPassword: "" };

/** The field that each refusal of the server is about. */
const refusedField: Partial<Record<FailureCode, keyof SignupValues>> = {
  email_taken: "email",
  invalid_email: "email",
  password_too_short: "password",
  password_too_long: "password",
};

function refusal(error: Error, next: string): ReactNode {
  if (failureCode(error) !== "email_taken") return failureMessage(error);
  return (
    <>
      There is an account with this email address already.{" "}
      <Link href={loginPath(next)} className="underline underline-offset-4">
        Log in instead.
      </Link>
    </>
  );
}

interface Props {
  /** The address to which the user returns after signing up. */
  next: string;
  /** Someone is about to be signed in, with an e-mail address or by Google. */
  onSuccess: (by: "email" | "google") => void;
}

/** Makes an account. The page leaves by itself once someone is signed in. */
export function SignupForm({ next, onSuccess }: Props) {
  const { signedIn } = useSessionChange();
  const [values, setValues] = useState(blank);
  const [message, setMessage] = useState<ReactNode>(null);
  const [wrong, setWrong] = useState<keyof SignupValues | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, setValues);
  const signup = useWrite(
    ({ fullName, email, password }: SignupValues) =>
      send("POST", "/api/v1/auth/signup", { fullName, email, password }),
    ({ user }) => {
      onSuccess("email");
      signedIn(user);
    },
  );
  const onGoogle = () => onSuccess("google");
  const { linking, leaveLinking, google } = useGoogleSignIn({
    from: "signup",
    next,
    onSuccess: onGoogle,
    onFailure: (code) => setMessage(signInMessages[code]),
  });

  const bind = (name: keyof SignupValues) => ({
    name,
    value: values[name],
    "aria-invalid": wrong === name || undefined,
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  });

  function tell(text: ReactNode, field: keyof SignupValues | null) {
    setMessage(text);
    setWrong(field);
    if (field && form.current) focusField(form.current, field);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (signup.isPending) return;
    const problem = signupProblem(values);
    tell(problem?.message ?? null, problem?.field ?? null);
    if (problem) return;
    signup.mutate(values, {
      onError: (error) => tell(refusal(error, next), refusedField[failureCode(error)] ?? null),
    });
  }

  if (linking) return <LinkStep onBack={leaveLinking} onLinked={onGoogle} />;
  return (
    <>
      <Form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        <FormMessage text={message} />
        <Field
          label="Full Name"
          autoComplete="name"
          hint={<LengthHint text={values.fullName} max={MAX_NAME_LENGTH} />}
          {...bind("fullName")}
        />
        <Field label="Email" type="email" autoComplete="username" {...bind("email")} />
        <PasswordField label="Password" autoComplete="new-password" {...bind("password")} />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          {...bind("confirmPassword")}
        />
        <Button type="submit" busy={signup.isPending} className="w-full">
          Create Account
        </Button>
      </Form>
      <Or />
      <GoogleButton label="Sign up with Google" {...google} />
      <AccountFormLink question="Already have an account?" label="Log in" href={loginPath(next)} />
    </>
  );
}
