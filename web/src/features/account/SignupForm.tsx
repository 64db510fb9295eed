import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { send } from "@/api/client";
import { useWrite } from "@/api/write";
import { useSessionChange } from "@/lib/session";
import { failureMessage } from "@/messages/errors";
import { signInMessages } from "@/messages/sign-in";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { FormMessage } from "@/ui/FormMessage";
import { GoogleButton, Or } from "./GoogleButton";
import { LinkStep } from "./LinkStep";
import { PasswordField } from "./PasswordField";
import { useEntrance } from "./useEntrance";
import { MAX_NAME_LENGTH, type SignupValues, signupProblem } from "./validate";

const blank: SignupValues = { fullName: "", email: "", password: "", confirmPassword: "" };

interface Props {
  /** Google is about to sign someone in: they go elsewhere than those with an e-mail address. */
  onGoogle: () => void;
}

/** Makes an account. The page leaves by itself once someone is signed in. */
export function SignupForm({ onGoogle }: Props) {
  const { signedIn } = useSessionChange();
  const [values, setValues] = useState(blank);
  const [message, setMessage] = useState<string | null>(null);
  const signup = useWrite(
    ({ fullName, email, password }: SignupValues) =>
      send("POST", "/api/v1/auth/signup", { fullName, email, password }),
    ({ user }) => signedIn(user),
  );
  const { linking, leaveLinking, google } = useEntrance({
    from: "signup",
    next: "/profile",
    onSuccess: onGoogle,
    onFailure: (code) => setMessage(signInMessages[code]),
  });

  const bind = (name: keyof SignupValues) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (signup.isPending) return;
    const problem = signupProblem(values);
    setMessage(problem);
    if (problem === null) {
      signup.mutate(values, { onError: (error) => setMessage(failureMessage(error)) });
    }
  }

  if (linking) return <LinkStep onBack={leaveLinking} onLinked={onGoogle} />;
  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <FormMessage text={message} />
        <Field
          label="Full Name"
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
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
      </form>
      <Or />
      <GoogleButton label="Sign up with Google" {...google} />
      <p className="mt-7 text-center text-sm text-muted">
        Already have an account?{" "}
        <Link href="/login" className="font-semibold text-accent underline underline-offset-4">
          Log in
        </Link>
      </p>
    </>
  );
}
