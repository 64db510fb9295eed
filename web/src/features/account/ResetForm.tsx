import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { send } from "@/api/client";
import { failureCode } from "@/api/errors";
import { useWrite } from "@/api/write";
import { useEarlyInput } from "@/lib/early-input";
import { noticeState } from "@/lib/notice";
import { useSessionChange } from "@/lib/session-change";
import { failureMessage } from "@/messages/errors";
import { Button, buttonClass } from "@/ui/Button";
import { focusField } from "@/ui/Field";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { PasswordField } from "./PasswordField";
import { passwordProblem } from "./validate";

/** The reset link that led to this page. */
interface ResetLink {
  /** The link's token; null if there is none, undefined until that is known. */
  token: string | null | undefined;
  /** Number of newer links by which this page was opened since. */
  newer: number;
}

/**
 * The newest link that led here. The server renders the form, since most who come have a token.
 *
 * **Invariant:** the token stands in the address's fragment, which no server sees, and is taken out of the
 * address bar and the history at once.
 */
function useResetLink(): ResetLink {
  const [link, setLink] = useState<ResetLink>({ token: undefined, newer: 0 });
  useEffect(() => {
    function take() {
      const found = new URLSearchParams(window.location.hash.slice(1)).get("token");
      if (found) window.history.replaceState(null, "", window.location.pathname);
      setLink(({ token, newer }) => {
        if (found) return { token: found, newer: token === undefined ? newer : newer + 1 };
        // Strict mode looks twice, and the second time it is gone.
        return { token: token ?? null, newer };
      });
    }
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return link;
}

/** The form that sets a new password by a reset link. */
export function ResetForm() {
  const { token, newer } = useResetLink();
  return token === null ? <Expired /> : <NewPassword key={newer} token={token} />;
}

const CHANGED = "Your password is changed. Other devices are signed out.";

function NewPassword({ token }: { token: string | undefined }) {
  const { signedIn } = useSessionChange();
  const [, navigate] = useLocation();
  const [values, setValues] = useState({ password: "", confirmPassword: "" });
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, setValues);
  const [message, setMessage] = useState<string | null>(null);
  const [wrong, setWrong] = useState<keyof typeof values | null>(null);
  const reset = useWrite(
    (token: string) =>
      send("POST", "/api/v1/auth/password/reset", { token, password: values.password }),
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
    if (reset.isPending || token === undefined) return;
    const problem = passwordProblem(values);
    setMessage(problem?.message ?? null);
    setWrong(problem?.field ?? null);
    if (problem) {
      focusField(event.currentTarget, problem.field);
    } else {
      reset.mutate(token, { onError: (error) => setMessage(failureMessage(error)) });
    }
  }

  if (reset.error && failureCode(reset.error) === "reset_link_expired") return <Expired />;
  return (
    <Form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <p>You will be signed in here, and signed out on every other device.</p>
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
      <p role="alert">This link does not work any more.</p>
      <Link href="/forgot" className={buttonClass("primary", "w-full")}>
        Ask for a new link
      </Link>
      <Link href="/login" className={buttonClass("quiet", "w-full")}>
        Back to log in
      </Link>
    </div>
  );
}
