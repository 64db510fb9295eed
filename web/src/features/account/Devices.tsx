import { useQuery } from "@tanstack/react-query";
import { send } from "@/api/client";
import { ownSessionsQuery } from "@/api/query";
import type { OwnSession } from "@/api/types";
import { useWrite } from "@/api/write";
import { deviceName } from "@/lib/device";
import { formatMoment } from "@/lib/format";
import { failureMessage } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { FormMessage } from "@/ui/FormMessage";
import { Spinner } from "@/ui/Spinner";
import { Section } from "./Section";

/** The devices on which the user is signed in, with a button to sign out each. */
export function Devices({ uid }: { uid: string }) {
  // Nothing notifies this device when another signs in or out.
  const query = useQuery({ ...ownSessionsQuery(uid), staleTime: 0 });
  const { data, error, isFetching, refetch } = query;
  return (
    <Section
      title="Signed-in devices"
      lead="Every browser in which you are signed in. Sign out of those that you do not know."
    >
      {data ? (
        <ul className="divide-y divide-line border-t border-line">
          {data.sessions.map((session) => (
            <Device key={session.id} session={session} onEnded={() => refetch()} />
          ))}
        </ul>
      ) : error ? (
        <FailureNotice error={error} onRetry={() => refetch()} retrying={isFetching} />
      ) : (
        <Spinner text="Loading ..." />
      )}
    </Section>
  );
}

function Device({ session, onEnded }: { session: OwnSession; onEnded: () => void }) {
  const { id, current, createdAt, lastSeenAt, userAgent } = session;
  const end = useWrite(
    () => send("DELETE", "/api/v1/auth/sessions/{id}", undefined, { id }),
    onEnded,
  );
  const name = deviceName(userAgent);
  return (
    <li className="grid gap-3 py-4 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold" title={userAgent ?? undefined}>
            {name}
            {current && (
              <span className="ml-2 inline-block rounded-full border border-good px-2.5 py-0.5 align-middle text-xs text-good">
                This device
              </span>
            )}
          </p>
          <p className="flex flex-wrap gap-x-4 text-sm text-muted">
            <span className="whitespace-nowrap">Last used {formatMoment(lastSeenAt)}</span>{" "}
            <span className="whitespace-nowrap">Signed in {formatMoment(createdAt)}</span>
          </p>
        </div>
        {!current && (
          <Button
            variant="outline"
            busy={end.isPending}
            aria-label={`Sign out: ${name}, last used ${formatMoment(lastSeenAt)}`}
            onClick={() => end.isPending || end.mutate(undefined)}
          >
            Sign out
          </Button>
        )}
      </div>
      <FormMessage text={end.error && failureMessage(end.error)} />
    </li>
  );
}
