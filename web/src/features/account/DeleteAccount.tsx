import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { send } from "@/api/client";
import { failureCode } from "@/api/errors";
import { ownSessionsQuery } from "@/api/query";
import { useWrite } from "@/api/write";
import { dropReviewDrafts } from "@/lib/review-drafts";
import { useSession } from "@/lib/session";
import { useSessionChange } from "@/lib/session-change";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { GoogleButton } from "./GoogleButton";
import { useGoogle } from "./google";
import { PasswordField } from "./PasswordField";
import { Section } from "./Section";

/** Deletes the account: asks twice, then everything of the user is gone. */
export function DeleteAccount({ uid, onDeleted }: { uid: string; onDeleted: () => void }) {
  const [confirmStep, setConfirmStep] = useState<"not" | "once" | "twice">("not");
  const close = () => setConfirmStep("not");
  return (
    <Section
      title="Delete your account"
      lead="Your profile, your public page, your list with its scores, your history and your reviews leave this server for good."
    >
      <Button variant="danger" onClick={() => setConfirmStep("once")}>
        Delete my account
      </Button>
      {confirmStep !== "not" && (
        <Dialog
          title={confirmStep === "once" ? "Delete your account?" : "Is it really you?"}
          onClose={close}
        >
          {confirmStep === "once" ? (
            <Warning onKeep={close} onGoOn={() => setConfirmStep("twice")} />
          ) : (
            <Proof uid={uid} onKeep={close} onDeleted={onDeleted} />
          )}
        </Dialog>
      )}
    </Section>
  );
}

function Warning({ onKeep, onGoOn }: { onKeep: () => void; onGoOn: () => void }) {
  return (
    <>
      <p>
        Everything this server holds about you goes at once, on all your devices. Nobody can bring
        it back.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onKeep}>
          Keep my account
        </Button>
        <Button variant="danger" onClick={onGoOn}>
          Confirm it’s me
        </Button>
      </div>
    </>
  );
}

/** The message of a failure; a sign-in that is too old leads to the next step instead. */
function problem(error: unknown): string | null {
  if (!error || failureCode(error) === "fresh_sign_in_required") return null;
  if (failureCode(error) === "wrong_credentials")
    return "That is not your password. Nothing was deleted.";
  return failureMessage(error);
}

interface ProofProps {
  uid: string;
  onKeep: () => void;
  onDeleted: () => void;
}

function Proof({ uid, onKeep, onDeleted }: ProofProps) {
  const { signedOut } = useSessionChange();
  const [password, setPassword] = useState("");
  const [fresh, setFresh] = useState(false);
  const hasPassword = useHasPassword();
  const remove = useWrite(
    () => send("DELETE", "/api/v1/me", password === "" ? {} : { password }),
    () => {
      dropReviewDrafts();
      onDeleted();
      signedOut(uid);
    },
  );

  const stale = failureCode(remove.error) === "fresh_sign_in_required";

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!remove.isPending) remove.mutate(undefined);
  }

  return (
    <Form noValidate onSubmit={submit} className="grid gap-4">
      <FormMessage text={problem(remove.error)} />
      {stale ? (
        <FreshSignIn
          onSignedIn={() => {
            remove.reset();
            setFresh(true);
          }}
        />
      ) : fresh ? (
        <p role="status">Thank you. Now the account can be deleted.</p>
      ) : hasPassword ? (
        <>
          <p>Enter your password to delete the account and everything in it.</p>
          <PasswordField
            label="Password"
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      ) : (
        <p>
          Your account has no password, because you sign in with Google. One more press deletes it
          and everything in it.
        </p>
      )}
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button variant="outline" autoFocus={!hasPassword} onClick={onKeep}>
          Keep my account
        </Button>
        {!stale && (
          <Button type="submit" variant="danger" busy={remove.isPending}>
            Delete for ever
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Whether a password signs the user in; yes as long as that is not known. */
function useHasPassword(): boolean {
  const uid = useSession().user?.uid ?? "";
  const { data } = useQuery({ ...ownSessionsQuery(uid), enabled: uid !== "" });
  return data?.hasPassword ?? true;
}

/** Asks the owner of an account without a password to sign in again, as proof. */
function FreshSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const session = useSessionChange();
  const [message, setMessage] = useState<string | null>(null);
  const { waiting, start } = useGoogle({
    from: "login",
    next: "/account",
    onEnd: async (outcome) => {
      // Whose session it is now must be known first: another account must not be deleted instead.
      const user = outcome.ok ? await session.refresh().catch(() => null) : null;
      if (user) onSignedIn();
      else setMessage("Google login failed. Please try again.");
    },
  });
  return (
    <div className="grid gap-4">
      <p>
        You signed in a while ago. Sign in with Google once more; for ten minutes after that you can
        delete the account.
      </p>
      <FormMessage text={message} />
      <GoogleButton label="Continue with Google" waiting={waiting} onClick={start} />
    </div>
  );
}
