import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { accountsNotOpen } from "@/messages/accounts";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { FormMessage, GoogleButton } from "./AccountCard";
import { PasswordField } from "./PasswordField";
import { type SignupValues, signupProblem } from "./validate";

const blank: SignupValues = { fullName: "", email: "", password: "", confirmPassword: "" };

export function SignupForm() {
  const [values, setValues] = useState(blank);
  const [message, setMessage] = useState<string | null>(null);

  const bind = (name: keyof SignupValues) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setMessage(signupProblem(values) ?? accountsNotOpen);
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <FormMessage text={message} />
        <Field label="Full Name" autoComplete="name" {...bind("fullName")} />
        <Field label="Email" type="email" autoComplete="username" {...bind("email")} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          maxLength={200}
          {...bind("password")}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          maxLength={200}
          {...bind("confirmPassword")}
        />
        <Button type="submit" className="w-full">
          Create Account
        </Button>
      </form>
      <GoogleButton label="Sign up with Google" onClick={() => setMessage(accountsNotOpen)} />
      <p className="mt-7 text-center text-sm text-muted">
        Already have an account?{" "}
        <Link href="/login" className="font-semibold text-accent underline underline-offset-4">
          Log in
        </Link>
      </p>
    </>
  );
}
