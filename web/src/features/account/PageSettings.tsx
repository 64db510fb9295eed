import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "@/api/client";
import { type OwnPage, ownPageQuery } from "@/api/people";
import { useWrite } from "@/api/write";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { FailureNotice } from "@/ui/FailureNotice";
import { FormMessage } from "@/ui/FormMessage";
import { Spinner } from "@/ui/Spinner";
import { PageForm } from "./PageForm";
import { PageLink } from "./PageLink";
import { Section } from "./Section";

/** Settings of the page that others see: there is none until its owner makes one. */
export function PageSettings({ uid }: { uid: string }) {
  const queries = useQueryClient();
  const query = useQuery(ownPageQuery(uid));
  const { data: page, error, isFetching, refetch } = query;
  const receive = (now: OwnPage | null) => queries.setQueryData(ownPageQuery(uid).queryKey, now);
  return (
    <Section
      id="page"
      title="Your page"
      lead="A page that others can see, with your name, what you write on your profile, favorite titles, your reviews and your list. There is none until you make it, and private entries are never on it."
    >
      {page === undefined ? (
        error ? (
          <FailureNotice error={error} onRetry={() => refetch()} retrying={isFetching} />
        ) : (
          <Spinner text="Loading ..." />
        )
      ) : page === null ? (
        <NoPage onMade={receive} />
      ) : (
        <div className="grid gap-6">
          <PageLink page={page} onRenewed={receive} />
          <PageForm page={page} onSaved={receive} onChanged={refetch} />
          <DeletePage onDeleted={() => receive(null)} />
        </div>
      )}
    </Section>
  );
}

function NoPage({ onMade }: { onMade: (page: OwnPage) => void }) {
  const [making, setMaking] = useState(false);
  if (making) return <PageForm page={null} onSaved={onMade} onCancel={() => setMaking(false)} />;
  return (
    <Button variant="outline" onClick={() => setMaking(true)}>
      Make a page
    </Button>
  );
}

function DeletePage({ onDeleted }: { onDeleted: () => void }) {
  const [confirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  const remove = useWrite(
    () => send("DELETE", "/api/v1/me/page", undefined),
    () => {
      close();
      onDeleted();
    },
  );
  return (
    <div className="border-t border-line pt-5">
      <Button variant="danger" onClick={() => setConfirming(true)}>
        Delete my page
      </Button>
      {confirming && (
        <Dialog title="Delete your page?" onClose={close}>
          <p>
            Its address and its link lead nowhere then, and somebody else may take its name. Your
            list and your profile stay as they are.
          </p>
          <FormMessage text={remove.error && failureMessage(remove.error)} />
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={close}>
              Keep my page
            </Button>
            <Button
              variant="danger"
              busy={remove.isPending}
              onClick={() => remove.isPending || remove.mutate(undefined)}
            >
              Delete it
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
