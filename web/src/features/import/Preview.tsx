import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import {
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { useLocation } from "wouter";
import { isNotFound } from "@/api/errors";
import {
  type Choices,
  choicesKey,
  type ImportItem,
  type ImportPreview,
  type ImportState,
  previewQuery,
  type View,
} from "@/api/imports";
import { importPath } from "@/lib/imports";
import { usePreferences } from "@/lib/list/preferences";
import { useUrlParam } from "@/lib/location";
import { useTitleLanguage } from "@/lib/title-language";
import { Button } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { ShowMore } from "@/ui/ShowMore";
import { Spinner } from "@/ui/Spinner";
import { ApplyBar } from "./ApplyBar";
import { Counts } from "./Counts";
import { EmptyPreview } from "./EmptyPreview";
import { Proposals } from "./Proposals";
import { RemarkedRows } from "./RemarkedRows";
import { RowItem } from "./RowItem";
import { Rule } from "./Rules";
import { SelectionBar } from "./SelectionBar";
import { Toolbar } from "./Toolbar";
import { applyText, emptyTexts, type Filter, isState, REMARKED } from "./texts";
import { useChoices } from "./useChoices";
import { useSelectedRows } from "./useSelectedRows";

interface Props {
  uid: string;
  /** The import, as it stood when the page was opened. */
  opened: ImportPreview;
  /** Says how the file was read, and lets the user read it otherwise. */
  reading: ReactNode;
  /** Why the outcome of the import could not be fetched, and the way to retry; null if it could. */
  lookUpFailure: Parameters<typeof ApplyBar>[0]["lookUpFailure"];
  /** Checks whether the import ended elsewhere; returns whether it is gone. */
  onRefused: (isGone: boolean) => void;
  onApplied: Parameters<typeof ApplyBar>[0]["onApplied"];
  onForgotten: () => void;
}

/** Number of rows that fit the screen: search and sort show only for more. */
const FEW = 8;

/** The preview of an import, with the user's choices. Nothing is written before Apply. */
export function Preview({ uid, opened, reading, ...ends }: Props) {
  const { id, rows } = opened;
  const draft = useChoices(uid, id);
  const { choices } = draft;
  const { view, onState, ...sought } = useView(id);
  const query = usePreview(uid, id, choices, view);
  const { data, error, isFetching, settled, refetch } = query;
  const first = data?.pages[0] ?? opened;
  useEnded(first, error, ends.onRefused);
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? null, [data]);
  const shown = useMemo(() => items?.map(({ row }) => row) ?? [], [items]);
  const selection = useSelectedRows(shown);
  const [unfolded, setUnfolded] = useState(false);
  // Many rows unfold in slices, and the button answers at once.
  const shownUnfolded = useDeferredValue(unfolded);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:gap-8">
        {applyText(first) === null && (
          <EmptyPreview preview={first} items={items ?? opened.items} />
        )}
        {first.has_unreadable_text && (
          <p className="rounded-md border border-line bg-surface p-4 text-sm">
            Some characters of this file could not be read. If it is not saved as UTF-8, save it so
            and bring it again.
          </p>
        )}
        {reading}
        <Overview preview={first} draft={draft} view={view} onState={onState} />
        {rows > FEW && <Toolbar {...sought} unfolded={unfolded} onUnfolded={setUnfolded} />}
        {error && <FailureNotice error={error} onRetry={() => refetch()} retrying={isFetching} />}
        {!items && !error && <Spinner text="Loading the rows ..." />}
        {items && items.length === 0 && rows > 0 && (
          <NoRows view={view} onText={sought.onText} onState={onState} />
        )}
        {items && items.length > 0 && (
          <Shown
            query={query}
            items={items}
            draft={draft}
            total={first.matching}
            selected={selection.rows}
            unfolded={shownUnfolded}
            onSelect={selection.onSelect}
          />
        )}
      </div>
      {selection.rows.size > 0 ? (
        <SelectionBar
          {...selection}
          shown={shown}
          onChoice={(choice) => {
            draft.onRows([...selection.rows], choice);
            selection.onNone();
          }}
        />
      ) : (
        <ApplyBar
          uid={uid}
          preview={first}
          choices={choices}
          settled={settled && !error}
          {...ends}
        />
      )}
    </>
  );
}

interface OverviewProps {
  preview: ImportPreview;
  draft: ReturnType<typeof useChoices>;
  view: View;
  onState: (state: Filter | null) => void;
}

/** The numbers of rows by outcome, and the choices for all of them. */
function Overview({ preview, draft, view, onState }: OverviewProps) {
  const { choices, onAll } = draft;
  const { differing } = preview;
  return (
    <>
      {preview.rows > 0 && (
        <Counts
          preview={preview}
          selected={view.remarked ? REMARKED : view.state}
          onSelect={onState}
        />
      )}
      {(differing > 0 || choices.policy !== "mine") && (
        <Rule
          policy={choices.policy}
          differing={differing}
          onPolicy={(policy) => onAll({ policy })}
        />
      )}
      <Proposals
        proposed={preview.counts.proposed}
        accepted={choices.accept_proposals}
        onAccept={(accept_proposals) => onAll({ accept_proposals })}
        onShow={() => onState("proposed")}
      />
      <RemarkedRows
        count={preview.counts.remarked}
        shown={view.remarked}
        onShow={(alone) => onState(alone ? REMARKED : null)}
      />
    </>
  );
}

interface ShownProps extends RowsProps {
  query: ReturnType<typeof usePreview>;
  total: number;
}

/** The rows that came so far, and the button for more. */
function Shown({ query, total, ...rows }: ShownProps) {
  const steady = query.settled || query.error !== null;
  return (
    <div aria-busy={!steady} className={`transition-opacity ${steady ? "" : "opacity-60"}`}>
      <Rows {...rows} />
      <ShowMore
        shown={rows.items.length}
        total={total}
        fetching={query.isFetchingNextPage}
        onMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
      />
    </div>
  );
}

/** The preview with these choices. The former one shows until it has loaded. */
function usePreview(uid: string, id: number, choices: Choices, view: View) {
  const query = useInfiniteQuery({
    ...previewQuery(uid, id, choices, view),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, refetch } = query;
  const key = useMemo(() => choicesKey(choices), [choices]);
  const isOld = data?.pages.some((part) => part.choicesKey !== key) ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice is fetched
  useEffect(() => {
    if (isOld) void refetch();
  }, [isOld, key, view, refetch]);
  return { ...query, settled: data !== undefined && !isOld && !isPlaceholderData };
}

/** Has the page look again once the preview is that of an import which has ended elsewhere. */
function useEnded(first: ImportPreview, error: unknown, onRefused: Props["onRefused"]) {
  const onEnded = useEffectEvent(onRefused);
  const isGone = isNotFound(error);
  const ended = first.applied_at !== null || isGone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the look itself may fail, and is due again after the next refusal
  useEffect(() => {
    if (ended) onEnded(isGone);
  }, [ended, error]);
}

/** Which rows show, and in which order. The state stands in the address. */
function useView(id: number) {
  const param = useUrlParam("state");
  const [, navigate] = useLocation();
  const [text, onText] = useState("");
  const [byTitle, onByTitle] = useState(false);
  const language = useTitleLanguage();
  const state = isState(param) ? param : null;
  const remarked = param === REMARKED;
  const search = useDeferredValue(text.trim());
  const view = useMemo(
    (): View => ({ state, remarked, search, byTitle: byTitle ? language : null }),
    [state, remarked, search, byTitle, language],
  );
  const onState = (next: Filter | null) =>
    navigate(`${importPath(id)}${next === null ? "" : `&state=${next}`}`, { replace: true });
  return { view, onState, text, onText, byTitle, onByTitle };
}

interface NoRowsProps {
  view: View;
  onText: (text: string) => void;
  onState: (state: ImportState | null) => void;
}

/** Shown when a filter has no rows. */
function NoRows({ view: { state, remarked, search }, onText, onState }: NoRowsProps) {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line px-6 py-10 text-center">
      <p role="status" className="font-semibold">
        {search
          ? `No row ${state || remarked ? "among these " : ""}has “${search}” in its title.`
          : state
            ? emptyTexts[state]
            : "No row that is taken has a remark."}
      </p>
      <Button variant="outline" onClick={() => (search ? onText("") : onState(null))}>
        {search ? "Clear the search" : "Show all rows"}
      </Button>
    </div>
  );
}

interface RowsProps {
  items: readonly ImportItem[];
  draft: ReturnType<typeof useChoices>;
  selected: ReadonlySet<number>;
  unfolded: boolean;
  onSelect: (row: number, range: boolean) => void;
}

function Rows({ items, draft, selected, unfolded, onSelect }: RowsProps) {
  const { choices, titles, onRow } = draft;
  const scale = usePreferences().score_scale;
  const language = useTitleLanguage();
  return (
    // Rows keep the names that they were drawn with, and are folded anew all at once.
    <ul
      key={`${language} ${unfolded}`}
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
            selected={selected.has(item.row)}
            unfolded={unfolded}
            onRow={onRow}
            onSelect={onSelect}
          />
        );
      })}
    </ul>
  );
}
