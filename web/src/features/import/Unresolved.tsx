import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { send } from "@/api/client";
import { type UnresolvedItem, unresolvedQuery } from "@/api/imports";
import { listQuery } from "@/api/list";
import { useWrite } from "@/api/write";
import { formatCount } from "@/lib/format";
import { DEBOUNCE, useRefetchOnChange } from "@/lib/library/useRefetchOnChange";
import { usePreferences } from "@/lib/list/preferences";
import { scoreText } from "@/lib/list/score-text";
import { statusNames } from "@/lib/list/statuses";
import { displayTitle } from "@/lib/names";
import { useTitleLanguage } from "@/lib/title-language";
import { useToast } from "@/lib/toast";
import { refusalOf } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { FormMessage } from "@/ui/FormMessage";
import { Poster } from "@/ui/Poster";
import { NumberLink } from "./NumberLink";
import { foreignSite, numberName } from "./sites";
import { TitleSearch } from "./TitleSearch";
import { factsText } from "./texts";

/** Number of entries at first, and of those that each press adds. */
const SOME = 20;

/** Imported entries that have found no title yet. */
export function Unresolved({ uid }: { uid: string }) {
  const query = useInfiniteQuery(unresolvedQuery(uid));
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage } = query;
  useRefetchOnChange(uid, refetch, DEBOUNCE);
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const foreign = [...new Set(items.flatMap((item) => foreignSite(item) ?? []))];
  const total = data?.pages[0]?.total ?? 0;
  const [limit, setLimit] = useState(SOME);
  useTitleLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = total > 0;
  useEffect(() => {
    if (!shown || location.hash !== "#unresolved") return;
    // The page's heading takes the focus first.
    const frame = requestAnimationFrame(() => {
      heading.current?.scrollIntoView?.();
      heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [shown]);
  if (error) return <FailureNotice error={error} onRetry={refetch} retrying={isFetching} />;
  if (!shown) return null;
  const showMore = () => {
    setLimit(limit + SOME);
    if (items.length < limit + SOME && hasNextPage) void query.fetchNextPage();
  };
  return (
    <section id="unresolved" aria-labelledby="unresolved-heading">
      <h2 ref={heading} id="unresolved-heading" tabIndex={-1} className="text-lg outline-none">
        Without a title{" "}
        <span className="text-sm text-muted tabular-nums">{formatCount(total)}</span>
      </h2>
      <p className="mt-1 max-w-text text-muted">
        The catalogue does not know which titles these are. Each comes to your list once it does, or
        once you choose its title.
        {foreign.length > 0 &&
          ` This server does not know these numbers of ${foreign.join(" and ")} yet.`}
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {items.slice(0, limit).map((item) => (
          <One key={item.key} uid={uid} item={item} />
        ))}
      </ul>
      {(items.length > limit || hasNextPage) && (
        <Button
          variant="outline"
          className="mt-4"
          busy={isFetchingNextPage}
          onClick={() => isFetchingNextPage || showMore()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

/** The actions on one entry: assigning a title, or discarding it. */
function useOne(uid: string, key: string, name: string) {
  const queries = useQueryClient();
  const toast = useToast();
  const done = (message: string) => () => {
    void queries.invalidateQueries(unresolvedQuery(uid));
    void queries.invalidateQueries(listQuery(uid));
    toast({ message });
  };
  const resolve = useWrite(
    (mal_id: number) => send("PUT", "/api/v1/me/unresolved/{key}", { mal_id }, { key }),
    done(`“${name}” is on your list.`),
  );
  const forget = useWrite(
    () => send("DELETE", "/api/v1/me/unresolved/{key}", undefined, { key }),
    done(`“${name}” is forgotten.`),
  );
  return { resolve, forget };
}

function One({ uid, item }: { uid: string; item: UnresolvedItem }) {
  const { key, proposal } = item;
  const name = item.name ?? numberName(item) ?? "Without a name";
  const search = proposal ? "Another title" : "Choose the title";
  const [searching, setSearching] = useState(false);
  const { resolve, forget } = useOne(uid, key, name);
  const busy = resolve.isPending || forget.isPending;
  const error = resolve.error ?? forget.error;
  return (
    <li aria-label={name} className="grid grid-cols-1 gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="line-clamp-3 font-semibold break-words">
            <NumberLink of={item} name={name} />
          </p>
          <EntryFacts item={item} />
        </div>
        {proposal && <Proposal title={proposal} />}
        <div className="flex flex-wrap gap-2">
          {proposal && (
            <Button busy={busy} onClick={() => busy || resolve.mutate(proposal.mal_id)}>
              Accept <span className="sr-only">{displayTitle(proposal)}</span>
            </Button>
          )}
          <Button
            variant="outline"
            aria-label={`${search}: ${name}`}
            onClick={() => setSearching(true)}
          >
            {search}
          </Button>
          <Button
            variant="quiet"
            aria-label={`Forget ${name}`}
            onClick={() => busy || forget.mutate(undefined)}
          >
            Forget
          </Button>
        </div>
      </div>
      <FormMessage text={error && refusalOf(error)} />
      {searching && (
        <TitleSearch
          name={item.name}
          proposal={proposal}
          onTitle={(malId) => {
            setSearching(false);
            resolve.mutate(malId);
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </li>
  );
}

/** The stored values of an entry. */
function EntryFacts({ item: { status, progress, score, notes } }: { item: UnresolvedItem }) {
  const scale = usePreferences().score_scale;
  const parts = [
    statusNames[status],
    progress !== null && `${formatCount(progress)} ${progress === 1 ? "episode" : "episodes"}`,
    score !== null && `Score ${scoreText(score, scale)}`,
    notes !== "" && "With notes",
  ].filter((part) => part !== false);
  return <p className="text-sm text-muted">{parts.join(" · ")}</p>;
}

function Proposal({ title }: { title: NonNullable<UnresolvedItem["proposal"]> }) {
  return (
    <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
      <Poster
        malId={title.mal_id}
        src={title.image_url}
        sizes="40px"
        className="w-10! shrink-0 rounded-sm"
      />
      <p className="min-w-0 text-sm">
        <span className="text-muted">Is it </span>
        <span className="font-semibold">{displayTitle(title)}</span>
        <span className="text-muted">? {factsText(title)}</span>
      </p>
    </div>
  );
}
