import { useLocation } from "wouter";
import { type PublicList as Answer, type PublicEntry, userAddress } from "@/api/people";
import { useRetryFailed } from "@/api/retry";
import { formatCount, titleCount } from "@/lib/format";
import { progressText } from "@/lib/list/change-messages";
import { usePreferences } from "@/lib/list/preferences";
import type { Scale } from "@/lib/list/scales";
import { scoreText } from "@/lib/list/score-text";
import { isStatus, statuses, statusNames } from "@/lib/list/statuses";
import { useUrlParam } from "@/lib/location";
import { useViewerQuery } from "@/lib/useViewerQuery";
import { FailureNotice } from "@/ui/FailureNotice";
import { Select } from "@/ui/Select";
import { Spinner } from "@/ui/Spinner";
import { userPath } from "./address";
import { laterPage, Pages } from "./Pages";
import { ScoreMark, TitleRow } from "./TitleRow";

const sorts = [
  { value: "added", label: "Last added" },
  { value: "score", label: "Score" },
  { value: "title", label: "Title" },
];

interface Props {
  name: string;
  link: string | null;
}

/** Reads the list's filter, order and page from the address; null for the default. */
function useChoice() {
  const status = useUrlParam("status");
  const sort = useUrlParam("sort");
  return {
    status: isStatus(status) ? status : null,
    sort: sorts.some(({ value }) => value === sort && value !== "added") ? sort : null,
    page: laterPage(useUrlParam("page")),
  };
}

/** Somebody's list without private entries, a page at a time. */
export function PublicList({ name, link }: Props) {
  const choice = useChoice();
  const [, navigate] = useLocation();
  const { data, error, isFetching, isBetween } = useViewerQuery<Answer>(
    userAddress("/list", name.toLowerCase(), { link, ...choice }),
    { inParts: true },
  );
  const retry = useRetryFailed();
  const scale = usePreferences().score_scale;
  const go = (change: Partial<typeof choice>) =>
    navigate(userPath(name, { link, ...choice, page: null, ...change }), { replace: true });
  if (!data) {
    return error ? (
      <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
    ) : (
      <Spinner text="Loading ..." />
    );
  }
  const all = Object.values(data.statuses).reduce((sum, count) => sum + count, 0);
  if (all === 0) return <p className="py-12 text-center text-muted">This list is empty.</p>;
  const choices = statuses.map((status) => ({
    value: status,
    label: `${statusNames[status]} (${formatCount(data.statuses[status])})`,
  }));
  return (
    <section aria-label="Anime list" aria-busy={isBetween || undefined}>
      <div className="grid gap-4 sm:max-w-xl sm:grid-cols-2">
        <Select
          label="Status"
          value={choice.status ?? ""}
          options={[{ value: "", label: `All (${formatCount(all)})` }, ...choices]}
          onChange={(status) => go({ status: isStatus(status) ? status : null })}
        />
        <Select
          label="Order"
          value={choice.sort ?? "added"}
          options={sorts}
          onChange={(sort) => go({ sort: sort === "added" ? null : sort })}
        />
      </div>
      <p role="status" className="mt-5 text-sm text-muted">
        {titleCount(data.total)}
      </p>
      <ul className="mt-2 border-t border-line">
        {data.items.map((entry) => (
          <TitleRow key={entry.mal_id} title={entry}>
            <EntryFacts entry={entry} scale={scale} />
          </TitleRow>
        ))}
      </ul>
      <Pages
        current={data.page}
        total={data.pages}
        onPage={(page) => go({ page: page === 1 ? null : String(page) })}
      />
    </section>
  );
}

function EntryFacts({ entry, scale }: { entry: PublicEntry; scale: Scale }) {
  const { status, score, progress, episodes, rewatches } = entry;
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm sm:justify-end">
      <span className="rounded-full bg-raised px-3 py-1">{statusNames[status]}</span>
      {(progress > 0 || status === "watching") && (
        <span className="text-muted tabular-nums">
          {progressText(progress, episodes)}
          <span className="sr-only"> episodes</span>
        </span>
      )}
      {rewatches > 0 && <span className="text-muted">{formatCount(rewatches)}× again</span>}
      <span className="min-w-12 text-base sm:text-right">
        <span className="sr-only">Score </span>
        <ScoreMark text={score === null ? null : scoreText(score, scale)} />
      </span>
    </p>
  );
}
