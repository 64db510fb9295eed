import { type FormEvent, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { send } from "@/api/client";
import { failureCode } from "@/api/errors";
import { useWrite } from "@/api/write";
import { noticeState } from "@/lib/notice";
import { useSessionChange } from "@/lib/session-change";
import { failureMessage } from "@/messages/errors";
import { Button, buttonClass } from "@/ui/Button";
import { focusField } from "@/ui/Field";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { PasswordField } from "./PasswordField";
import { passwordProblem } from "./validate";

/**
 * The token of the link that led here; null if it had none, undefined until that is known.
 *
 * **Invariant:** it stands in the address's fragment, which no server sees, and is taken out of the
 * address bar and the history at once.
 */
function useToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    function take() {
      const found = new URLSearchParams(window.location.hash.slice(1)).get("token");
      if (found) window.history.replaceState(null, "", window.location.pathname);
      // Strict mode looks twice, and the second time it is gone.
      setToken((known) => found || known || null);
    }
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}

/** Sets a new password by a link. */
export function ResetForm() {
  const token = useToken();
  if (token === undefined) return null;
  return token === null ? <Expired /> : <NewPassword key={token} token={token} />;
}

const CHANGED = "Your password is changed. Other devices are signed out.";

function NewPassword({ token }: { token: string }) {
  const { signedIn } = useSessionChange();
  const [, navigate] = useLocation();
  const [values, setValues] = useState({ password: "", confirmPassword: "" });
  const [message, setMessage] = useState<string | null>(null);
  const [wrong, setWrong] = useState<keyof typeof values | null>(null);
  const reset = useWrite(
    () => send("POST", "/api/v1/auth/password/reset", { token, password: values.password }),
    ({ user }) => {
      signedIn(user);
      navigate("/", { replace: true, state: noticeState(CHANGED) });
    },
  );

  const bind = (name: keyof typeof values) => ({
    name,
    value: values[name],
    "aria-invalid": wrong === name || undefined,
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reset.isPending) return;
    const problem = passwordProblem(values);
    setMessage(problem?.message ?? null);
    setWrong(problem?.field ?? null);
    if (problem) {
      focusField(event.currentTarget, problem.field);
    } else {
      reset.mutate(undefined, { onError: (error) => setMessage(failureMessage(error)) });
    }
  }

  if (reset.error && failureCode(reset.error) === "reset_link_expired") return <Expired />;
  return (
    <Form noValidate onSubmit={submit} className="grid gap-5">
      <p>
        Choose a new password. You will be signed in here, and signed out on every other device.
      </p>
      <FormMessage text={message} />
      <PasswordField label="New Password" autoComplete="new-password" {...bind("password")} />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        {...bind("confirmPassword")}
      />
      <Button type="submit" busy={reset.isPending} className="w-full">
        Set new password
      </Button>
    </Form>
  );
}

function Expired() {
  return (
    <div className="grid gap-5">
      <div role="alert" className="grid gap-3">
        <p>This link does not work any more.</p>
        <p className="text-muted">
          A link works once, for 30 minutes, and only the newest one counts. Ask for a new one; your
          old password stays as it is until then.
        </p>
      </div>
      <Link href="/forgot" className={buttonClass("primary", "w-full")}>
        Ask for a new link
      </Link>
      <Link href="/login" className={buttonClass("quiet", "w-full")}>
        Back to log in
      </Link>
    </div>
  );
}
