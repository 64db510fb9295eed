import { useCallback, useEffect, useRef, useState } from "react";
import { useRetryFailed } from "@/api/retry";
import type { Entry, User } from "@/api/types";
import { useWrite } from "@/api/write";
import { dropEntryHeight } from "@/lib/entry-place";
import { titleCount } from "@/lib/format";
import { dropImportDrafts } from "@/lib/import-draft";
import { useLibrary, useListChange } from "@/lib/library/useLibrary";
import { dropDraft, readDraft } from "@/lib/profile-draft";
import { dropReviewDrafts } from "@/lib/review-drafts";
import { UnsavedChanges, useSignOut } from "@/lib/useSignOut";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { FailureNotice } from "@/ui/FailureNotice";
import { FormMessage } from "@/ui/FormMessage";
import { Spinner } from "@/ui/Spinner";
import { Lists } from "./Lists";
import { ProfileCard } from "./ProfileCard";
import { ProfileForm } from "./ProfileForm";
import { ProfileTexts } from "./ProfileTexts";

interface Props {
  user: User;
  /** Called when the user is being signed out by their own wish, and when that has failed. */
  onLeaving: (leaving: boolean) => void;
}

/** The signed-in user's profile. */
export function Profile({ user, onLeaving }: Props) {
  const { library, error, isFetching } = useLibrary();
  const { removeWithUndo } = useListChange();
  // The same function always: posters that stay need not be drawn anew.
  const remove = useCallback(
    (entry: Entry) => removeWithUndo("watchlist", entry),
    [removeWithUndo],
  );
  const retry = useRetryFailed();
  const { editing, setEditing, editButton } = useEditing(user.uid);
  const shownUser = library ? { ...user, displayName: library.displayName } : user;

  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-10 py-8 sm:py-12">
      <ProfileCard
        user={shownUser}
        actions={
          <>
            {library && !editing && (
              <Button ref={editButton} variant="outline" onClick={() => setEditing("asked")}>
                Edit Profile
              </Button>
            )}
            <Logout onLeaving={onLeaving} />
          </>
        }
      >
        {library && editing && (
          <ProfileForm
            texts={library}
            autoFocus={editing === "asked"}
            onDone={() => setEditing(null)}
          />
        )}
        {library && !editing && <ProfileTexts {...library} />}
      </ProfileCard>
      {error && <FailureNotice error={error} onRetry={retry} retrying={isFetching} />}
      {library ? (
        <div>
          <Lists
            uid={user.uid}
            watchlist={library.watchlist}
            history={library.history}
            onRemove={remove}
          />
        </div>
      ) : (
        !error && <Spinner text="Loading ..." />
      )}
    </div>
  );
}

/**
 * Why the form shows, if it does: it was asked for, or there is something in it that was not saved.
 * When it goes, the focus goes to the button that brings it.
 */
function useEditing(uid: string) {
  const [editing, setEditing] = useState<"asked" | "unsaved" | null>(() =>
    readDraft(uid) ? "unsaved" : null,
  );
  const editButton = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !editing) editButton.current?.focus();
    was.current = editing !== null;
  }, [editing]);
  return { editing, setEditing, editButton };
}

function Logout({ onLeaving }: { onLeaving: (leaving: boolean) => void }) {
  const logout = useWrite(useSignOut(), () => {
    dropDraft();
    dropImportDrafts();
    dropReviewDrafts();
    dropEntryHeight();
  });
  function leave(losing = false) {
    if (logout.isPending) return;
    onLeaving(true);
    logout.mutate({ losing }, { onError: () => onLeaving(false) });
  }
  const { error } = logout;
  return (
    <>
      <Button variant="quiet" busy={logout.isPending} onClick={() => leave()}>
        Logout
      </Button>
      {error instanceof UnsavedChanges ? (
        <Dialog title="Log out and lose changes?" onClose={logout.reset}>
          <p>
            The server has not taken your changes of {titleCount(error.titles)} yet. They are kept
            in this browser as long as you are logged in.
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={() => leave(true)}>
              Log out and lose them
            </Button>
            <Button onClick={logout.reset}>Stay logged in</Button>
          </div>
        </Dialog>
      ) : (
        error && (
          <div className="basis-full">
            <FormMessage text={failureMessage(error)} />
          </div>
        )
      )}
    </>
  );
}
