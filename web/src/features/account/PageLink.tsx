import { useState } from "react";
import { Link } from "wouter";
import { send } from "@/api/client";
import type { Audience, OwnPage } from "@/api/people";
import { useWrite } from "@/api/write";
import { useToast } from "@/lib/toast";
import { failureMessage } from "@/messages/errors";
import { Button, buttonClass } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { FormMessage } from "@/ui/FormMessage";

const audienceTexts: Record<Audience, string> = {
  only_me: "Nobody but you sees your page now.",
  link: "Whoever has this link sees your page.",
  everyone: "Everyone sees your page.",
};

interface Props {
  page: OwnPage;
  onRenewed: (page: OwnPage) => void;
}

/** The address of the page, for its owner to look at and to pass on. */
export function PageLink({ page, onRenewed }: Props) {
  const toast = useToast();
  const isShared = page.audience !== "only_me";
  const needsLink = page.audience !== "everyone" || page.list_audience === "link";
  const path = `/user/${page.name.toLowerCase()}${needsLink ? `?link=${page.link_key}` : ""}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.origin).href);
      toast({ message: "The link is copied.", about: "page" });
    } catch {
      toast({ message: "Your browser does not let us copy it: it stands above.", about: "page" });
    }
  };
  return (
    <div className="grid gap-4 rounded-md border border-line bg-bg p-4">
      <p>{audienceTexts[page.audience]}</p>
      {isShared && <p className="text-sm break-all text-muted">{path}</p>}
      <div className="flex flex-wrap gap-3">
        <Link href={path} className={buttonClass("outline")}>
          What others see
        </Link>
        {isShared && (
          <Button variant="outline" onClick={copy}>
            Copy link
          </Button>
        )}
        {isShared && needsLink && <Renew onRenewed={onRenewed} />}
      </div>
    </div>
  );
}

function Renew({ onRenewed }: { onRenewed: (page: OwnPage) => void }) {
  const [confirming, setConfirming] = useState(false);
  const toast = useToast();
  const close = () => setConfirming(false);
  const renew = useWrite(
    () => send("POST", "/api/v1/me/page/link", undefined),
    (page) => {
      close();
      onRenewed(page);
      toast({ message: "Your page has a new link.", about: "page" });
    },
  );
  return (
    <>
      <Button variant="quiet" onClick={() => setConfirming(true)}>
        Renew the link
      </Button>
      {confirming && (
        <Dialog title="Renew the link?" onClose={close}>
          <p>
            Whoever has the present link sees nothing by it then, until you give them the new one.
          </p>
          <FormMessage text={renew.error && failureMessage(renew.error)} />
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={close}>
              Keep this one
            </Button>
            <Button
              busy={renew.isPending}
              onClick={() => renew.isPending || renew.mutate(undefined)}
            >
              Renew it
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
