import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { send } from "@/api/client";
import { useWrite } from "@/api/write";
import { useEarlyInput } from "@/lib/early-input";
import { failureMessage } from "@/messages/errors";
import { Button, buttonClass } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";

/** Requests a link to set a new password. The answer is the same for known and unknown addresses. */
export function ForgotForm({ onSent }: { onSent: (sent: boolean) => void }) {
  const prefilled = useHistoryState<{ email?: string } | null>()?.email ?? "";
  const [values, setValues] = useState({ email: prefilled });
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, setValues);
  const forgot = useWrite(
    () => send("POST", "/api/v1/auth/password/forgot", values),
    () => onSent(true),
  );
  const again = () => {
    forgot.reset();
    onSent(false);
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!forgot.isPending) forgot.mutate(undefined);
  }

  if (forgot.data) return <Sent byMail={forgot.data.mailer} onAgain={again} />;
  return (
    <Form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <FormMessage text={forgot.error && failureMessage(forgot.error)} />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        value={values.email}
        onChange={(event) => setValues({ email: event.target.value })}
      />
      <Button type="submit" busy={forgot.isPending} className="w-full">
        Send reset link
      </Button>
      <Link href="/login" className={buttonClass("quiet", "w-full")}>
        Back to log in
      </Link>
    </Form>
  );
}

/** The message after sending: it takes the form's place, and the focus that was in it. */
function Sent({ byMail, onAgain }: { byMail: boolean; onAgain: () => void }) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <div ref={text} role="status" tabIndex={-1} className="grid gap-3 outline-none">
        {byMail ? (
          <>
            <p>
              If an account has this email, a link to set a new password is on its way to it. The
              link works once, for 30 minutes.
            </p>
            <p className="text-muted">Nothing there? Look into the spam folder too.</p>
          </>
        ) : (
          <>
            <p>This server sends no mail, so it cannot send you a link.</p>
            <p className="text-muted">
              Ask whoever runs it: an operator can issue a link with which you set a new password.
            </p>
          </>
        )}
      </div>
      <Link href="/login" className={buttonClass("primary", "w-full")}>
        Back to log in
      </Link>
      {byMail && (
        <Button variant="quiet" className="w-full" onClick={onAgain}>
          Use another email
        </Button>
      )}
    </div>
  );
}
