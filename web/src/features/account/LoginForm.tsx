import { type FormEvent, useRef, useState } from "react";
import { useLocation } from "wouter";
import { send } from "@/api/client";
import { useWrite } from "@/api/write";
import { useAlert } from "@/lib/alert";
import { useEarlyInput } from "@/lib/early-input";
import { signupPath } from "@/lib/next";
import { useSessionChange } from "@/lib/session-change";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Field, focusField } from "@/ui/Field";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { AccountFormLink } from "./AccountFormLink";
import { GoogleButton, Or } from "./GoogleButton";
import { LinkStep } from "./LinkStep";
import { PasswordField } from "./PasswordField";
import { useGoogleSignIn } from "./useGoogleSignIn";

type Blank = "email" | "password" | null;

function firstBlank({ email, password }: { email: string; password: string }): Blank {
  if (email.trim() === "") return "email";
  return password === "" ? "password" : null;
}

/** The log-in form. The page leaves by itself once somebody is signed in. */
export function LoginForm({ next }: { next: string }) {
  const { signedIn } = useSessionChange();
  const alert = useAlert();
  const [, navigate] = useLocation();
  const [values, setValues] = useState({ email: "", password: "" });
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, setValues);
  const login = useWrite(
    () => send("POST", "/api/v1/auth/login", values),
    ({ user }) => signedIn(user),
  );
  const { linking, leaveLinking, google } = useGoogleSignIn({
    from: "login",
    next,
    onFailure: () =>
      alert({ title: "Google login", message: "Google login failed. Please try again." }),
  });

  const [blank, setBlank] = useState<Blank>(null);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const first = firstBlank(values);
    setBlank(first);
    if (first) focusField(event.currentTarget, first);
    else if (!login.isPending) login.mutate(undefined);
  }

  if (linking) return <LinkStep onBack={leaveLinking} />;
  return (
    <>
      <Form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        <FormMessage
          text={
            blank
              ? "Please enter your email and password."
              : login.error && failureMessage(login.error)
          }
        />
        <Field
          label="Email"
          name="email"
          aria-invalid={blank === "email" || undefined}
          type="email"
          autoComplete="username"
          value={values.email}
          onChange={(event) => setValues({ ...values, email: event.target.value })}
        />
        <div>
          <PasswordField
            label="Password"
            name="password"
            aria-invalid={blank === "password" || undefined}
            autoComplete="current-password"
            value={values.password}
            onChange={(event) => setValues({ ...values, password: event.target.value })}
          />
          <button
            type="button"
            // Not in the address: addresses end up in histories and logs.
            onClick={() => navigate("/forgot", { state: { email: values.email } })}
            className="mt-2 inline-block min-h-8 text-sm text-muted underline underline-offset-4 hover:text-text"
          >
            Forgot Password?
          </button>
        </div>
        <Button type="submit" busy={login.isPending} className="w-full">
          Sign In
        </Button>
      </Form>
      <Or />
      <GoogleButton label="Continue with Google" {...google} />
      <AccountFormLink question="New to Mitai?" label="Sign up" href={signupPath(next)} />
    </>
  );
}
