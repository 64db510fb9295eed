import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { accountsNotOpen } from "@/messages/accounts";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { FormMessage, GoogleButton } from "./AccountCard";
import { PasswordField } from "./PasswordField";

export function LoginForm() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [message, setMessage] = useState<string | null>(null);
  const refuse = () => setMessage(accountsNotOpen);

  function submit(event: FormEvent) {
    event.preventDefault();
    refuse();
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <FormMessage text={message} />
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div>
          <PasswordField
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <button
            type="button"
            onClick={refuse}
            className="mt-2 inline-block min-h-8 text-sm text-muted underline underline-offset-4 hover:text-text"
          >
            Forgot Password?
          </button>
        </div>
        <Button type="submit" className="w-full">
          Sign In
        </Button>
      </form>
      <GoogleButton label="Continue with Google" onClick={refuse} />
      <p className="mt-7 text-center text-sm text-muted">
        New to Mitai?{" "}
        <Link href="/signup" className="font-semibold text-accent underline underline-offset-4">
          Sign up
        </Link>
      </p>
    </>
  );
}
