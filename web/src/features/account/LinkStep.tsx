import { type FormEvent, useState } from "react";
import { send } from "@/api/client";
import { failureCode } from "@/api/errors";
import { useWrite } from "@/api/write";
import { useSessionChange } from "@/lib/session-change";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { PasswordField } from "./PasswordField";

function problem(error: unknown): string {
  if (failureCode(error) === "wrong_credentials")
    return "That is not the account’s password. Check it and try again.";
  return failureMessage(error);
}

interface Props {
  onBack: () => void;
  /** Called once the account is linked, before the user is signed in. */
  onLinked?: () => void;
}

/** Links a Google account to the account with its e-mail address, by that account's password. */
export function LinkStep({ onBack, onLinked }: Props) {
  const { signedIn } = useSessionChange();
  const [password, setPassword] = useState("");
  const link = useWrite(
    () => send("POST", "/api/v1/auth/link", { password }),
    ({ user }) => {
      onLinked?.();
      signedIn(user);
    },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!link.isPending) link.mutate(undefined);
  }

  return (
    <Form noValidate onSubmit={submit} className="grid gap-5">
      <FormMessage text={link.error && problem(link.error)} />
      <p>An account with this email exists. Enter its password once to link it.</p>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" busy={link.isPending} className="w-full">
        Link and sign in
      </Button>
      <Button variant="quiet" className="w-full" onClick={onBack}>
        Back
      </Button>
    </Form>
  );
}
