import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useLocation } from "wouter";
import {
  type Choices,
  type ImportFilter,
  type ImportPreview,
  previewQuery,
  wishesText,
} from "@/api/imports";
import { usePreferences } from "@/lib/list/preferences";
import { useUrlParam } from "@/lib/location";
import { useTitleLanguage } from "@/lib/title-language";
import { FailureNotice } from "@/ui/FailureNotice";
import { ShowMore } from "@/ui/ShowMore";
import { ApplyBar } from "./ApplyBar";
import { Counts, countOf } from "./Counts";
import { RowItem } from "./RowItem";
import { Proposals, Rule } from "./Rules";
import { importPath, isFilter } from "./texts";
import { useChoices } from "./useChoices";

interface Props {
  uid: string;
  /** The import, as it stood when the page was opened. */
  opened: ImportPreview;
  onApplied: Parameters<typeof ApplyBar>[0]["onApplied"];
  onForgotten: () => void;
}

/** What an import would do, and what the user wishes of it. Nothing is written before Apply. */
export function Preview({ uid, opened, onApplied, onForgotten }: Props) {
  const { id } = opened;
  const { choices, titles, onAll, onRow } = useChoices(uid, id);
  const [state, setState] = useFilter(id);
  const query = usePreview(uid, id, choices, state);
  const { data, error, isFetching, settled, refetch } = query;
  const first = data?.pages[0] ?? opened;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  return (
    <>
      <div className="grid gap-8">
        <Counts preview={first} selected={state} onSelect={setState} />
        {first.differing > 0 && (
          <Rule
            policy={choices.policy}
            differing={first.differing}
            onPolicy={(policy) => onAll({ policy })}
          />
        )}
        <Proposals
          proposed={first.counts.proposed}
          accepted={choices.accept_proposals}
          onAccept={(accept_proposals) => onAll({ accept_proposals })}
        />
        {error && <FailureNotice error={error} onRetry={() => refetch()} retrying={isFetching} />}
        {items && (
          <div className={`transition-opacity ${settled || error ? "" : "opacity-60"}`}>
            <Rows items={items} choices={choices} titles={titles} onRow={onRow} />
            <ShowMore
              shown={items.length}
              total={countOf(first, state)}
              fetching={query.isFetchingNextPage}
              onMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
            />
          </div>
        )}
      </div>
      <ApplyBar
        uid={uid}
        preview={first}
        choices={choices}
        settled={settled && !error}
        onApplied={onApplied}
        onForgotten={onForgotten}
      />
    </>
  );
}

/** What the import would do by these wishes. What shows stays until that is there. */
function usePreview(uid: string, id: number, choices: Choices, state: ImportFilter | null) {
  const query = useInfiniteQuery({
    ...previewQuery(uid, id, choices, state),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, refetch } = query;
  const wishes = useMemo(() => wishesText(choices), [choices]);
  const isOld = data?.pages.some((part) => part.wishes !== wishes) ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish is asked for
  useEffect(() => {
    if (isOld) void refetch();
  }, [isOld, wishes, state, refetch]);
  return { ...query, settled: data !== undefined && !isOld && !isPlaceholderData };
}

/** Which rows show. It stands in the address. */
function useFilter(id: number) {
  const param = useUrlParam("state");
  const [, navigate] = useLocation();
  const select = (state: ImportFilter | null) =>
    navigate(`${importPath(id)}${state === null ? "" : `&state=${state}`}`, { replace: true });
  return [isFilter(param) ? param : null, select] as const;
}

type Choosing = ReturnType<typeof useChoices>;

function Rows({
  items,
  choices,
  titles,
  onRow,
}: Pick<Choosing, "choices" | "titles" | "onRow"> & { items: ImportPreview["items"] }) {
  const scale = usePreferences().score_scale;
  const language = useTitleLanguage();
  return (
    // Rows keep the names that they were drawn with.
    <ul
      key={language}
      aria-label="Rows of the file"
      className="divide-y divide-line border-y border-line"
    >
      {items.map((item) => {
        const choice = choices.rows[item.row];
        return (
          <RowItem
            key={item.row}
            item={item}
            scale={scale}
            choice={choice}
            chosen={choice?.mal_id ? titles[choice.mal_id] : undefined}
            onRow={onRow}
          />
        );
      })}
    </ul>
  );
}
