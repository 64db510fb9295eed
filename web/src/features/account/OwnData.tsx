import { Link } from "wouter";
import { download } from "@/api/download";
import { useWrite } from "@/api/write";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { FormMessage } from "@/ui/FormMessage";
import { Section } from "./Section";

/** A link to a file with everything that the server holds about the user. */
export function OwnData() {
  const fetching = useWrite(
    () => download("/api/v1/me/export", "mitai-my-data.json"),
    () => {},
  );
  return (
    <Section
      title="Your data"
      lead="Everything this server holds about you in one file: account, profile, watchlist, history, reviews and sessions."
    >
      <div className="grid justify-items-start gap-4">
        <FormMessage text={fetching.error && failureMessage(fetching.error)} />
        <Button
          variant="outline"
          busy={fetching.isPending}
          onClick={() => fetching.isPending || fetching.mutate(undefined)}
        >
          Download my data
        </Button>
        <p role="status" className="text-sm text-muted empty:hidden">
          {fetching.isSuccess && "Your file is in the browser’s downloads."}
        </p>
        <p className="text-sm text-muted">
          To move your list to another tracker, or from one:{" "}
          <Link href="/import" className="underline underline-offset-4 hover:text-text">
            Import and export
          </Link>
        </p>
      </div>
    </Section>
  );
}
