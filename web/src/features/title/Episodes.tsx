import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Episode, pageQuery } from "@/api/extras";
import { useRetryFailed } from "@/api/retry";
import type { AnimeDetails } from "@/api/types";
import { useBrowserQuery } from "@/lib/browser-query";
import { focusSection } from "@/lib/focus-section";
import { formatCount, formatDate } from "@/lib/format";
import { todayIn, usePreferences } from "@/lib/list/preferences";
import { mostEpisodes } from "@/lib/list/rules";
import { useAnimeList, useListItem } from "@/lib/list/useAnimeList";
import { useListEdit } from "@/lib/list/useListEdit";
import { otherName } from "@/lib/names";
import { useSession } from "@/lib/session";
import { timeText } from "@/lib/time-text";
import { Button } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { CheckIcon } from "@/ui/late-icons";
import { Skeleton } from "@/ui/Spinner";
import { airedAt } from "./aired-at";
import { itemOfDetails } from "./entry/item";
import { placeholderKeys } from "./sections/placeholder-keys";
import { SectionFrame, usePlace } from "./sections/SectionFrame";

/** Number of episodes on a page, as the server cuts them. */
const PAGE = 50;
/** Number of episodes that show before the reader asks for the others. */
const FEW = 12;
/** The state of a chosen page: it loads, and fails, in its own place. */
const FIRST_PAGE_LOADED = { data: true, error: null, isFetching: false };

/** The title's episodes, a page at a time; the first page that shows is where the reader is. */
export function Episodes({ anime, count }: { anime: AnimeDetails; count: number }) {
  const { place, near } = usePlace();
  const item = useListItem(anime.mal_id);
  const watched = item === null ? 0 : item?.progress;
  const begun = useFirst(watched) ?? 0;
  const [whole, setWhole] = useState(false);
  const isAwaited = useIsAwaited(watched);
  const pages = Math.max(1, Math.ceil(count / PAGE));
  const { page, chosen, onPage, query } = usePage(
    anime.mal_id,
    Math.min(pages, Math.floor(begun / PAGE) + 1),
    near && !isAwaited,
  );
  const all = query.data?.items ?? [];
  const first = whole ? 0 : firstShown(all, begun);
  const shown = whole ? all : all.slice(first, first + FEW);
  const before = (page - 1) * PAGE;
  const begin = before + first;
  const failed = query.error && !query.data;
  const state = failed ? "Could not load" : query.isPlaceholderData ? "Loading" : "Showing";
  const top = useRef<HTMLParagraphElement>(null);
  return (
    <SectionFrame
      name="episodes"
      place={place}
      query={chosen === null ? query : FIRST_PAGE_LOADED}
      hint={useHint(anime, count)}
      skeleton={<Outline count={count} pages={pages} />}
    >
      <p ref={top} role="status" tabIndex={-1} className="h-8 text-sm text-muted tabular-nums">
        {state}{" "}
        {state === "Showing"
          ? range(begin + 1, begin + shown.length, count)
          : range(before + 1, before + PAGE, count)}{" "}
        of {formatCount(count)}
        {state === "Showing" && chosen === null && !whole && begin > 0 && ", from where you are"}
      </p>
      {state === "Could not load" ? (
        <Failed error={query.error} onRetry={() => focusSection(top.current)} />
      ) : (
        <Rows shown={shown} anime={anime} watched={watched} isLate={state === "Loading"} />
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        {all.length > FEW && (
          <Button variant="outline" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole
              ? "Show fewer"
              : all.length === count
                ? `Show all ${count}`
                : `Show ${range(before + 1, before + all.length, count)}`}
          </Button>
        )}
        <Steps
          page={page}
          pages={pages}
          count={count}
          onPage={(to) => {
            onPage(to);
            setWhole(true);
            // The pressed button moves far down with the longer list
            focusSection(top.current);
          }}
        />
      </div>
    </SectionFrame>
  );
}

/** The page that was chosen, until then the one where the reader is; while another one comes, the rows of the last. */
function usePage(malId: number, begun: number, enabled: boolean) {
  const [chosen, onPage] = useState<number | null>(null);
  const page = chosen ?? begun;
  const query = useBrowserQuery({
    ...pageQuery("/api/v1/anime/{id}/episodes", malId, page),
    enabled,
    placeholderData: keepPreviousData,
  });
  return { page, chosen, onPage, query };
}

interface FailedProps {
  error: Error | null;
  /** Called before the page is asked for again, since the button leaves the page meanwhile. */
  onRetry: () => void;
}

function Failed({ error, onRetry }: FailedProps) {
  const retry = useRetryFailed();
  return (
    <FailureNotice
      error={error}
      onRetry={() => {
        onRetry();
        retry();
      }}
    />
  );
}

/** The placeholder of the first page, of the same height. */
function Outline({ count, pages }: { count: number; pages: number }) {
  return (
    <>
      <div className="h-8" />
      <div className="grid gap-px">
        {placeholderKeys(count, FEW).map((key) => (
          <Skeleton key={key} className="h-16 rounded-none" />
        ))}
      </div>
      {count > FEW && <div className={pages > 1 ? "h-15 max-sm:h-29" : "h-15"} />}
    </>
  );
}

/** What the dates and marks mean, and why some rows cannot be marked as watched. */
function useHint(anime: AnimeDetails, count: number): string {
  const { user } = useSession();
  const most = mostEpisodes(useListItem(anime.mal_id) ?? itemOfDetails(anime));
  const dates = anime.broadcast
    ? "Dates are in your time zone, by the usual time of broadcast; where that is not known, as in Japan."
    : "Dates are those in Japan.";
  const meanings = `${dates} Fillers are not of the story that it adapts, recaps tell again what came before.`;
  if (!user || most === null || count <= most) return meanings;
  const reason =
    most === 0
      ? "Episodes can be marked as watched once it airs."
      : `It is listed with ${formatCount(most)}: only these can be marked as watched.`;
  return `${meanings} ${reason}`;
}

/** Returns whether the list, which says how far the reader is, is on its way. */
function useIsAwaited(watched: number | undefined): boolean {
  const { expected, error } = useSession();
  const { error: listError } = useAnimeList();
  return watched === undefined && expected && !error && !listError;
}

/** The first value that is known: what somebody presses must not move what shows. */
function useFirst(value: number | undefined): number | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first;
}

/** The place of the first episode that shows: the next one to watch, with one before it. */
function firstShown(all: readonly Episode[], watched: number): number {
  const next = all.findIndex(({ number }) => number >= watched);
  return Math.max(0, Math.min(next, all.length - FEW));
}

interface StepsProps {
  page: number;
  pages: number;
  count: number;
  onPage: (page: number) => void;
}

/** The way through the pages. At either end a button stays, so that the place of the other does not change. */
function Steps({ page, pages, count, onPage }: StepsProps) {
  if (pages === 1) return null;
  const step = (label: string, to: number) => {
    const possible = to >= 1 && to <= pages;
    return (
      <Button
        variant="outline"
        aria-disabled={!possible || undefined}
        onClick={() => possible && onPage(to)}
      >
        {possible ? `${label}: ${range((to - 1) * PAGE + 1, to * PAGE, count)}` : label}
      </Button>
    );
  };
  return (
    <nav aria-label="Pages of episodes" className="flex flex-wrap items-center gap-3">
      {step("Previous", page - 1)}
      {step("Next", page + 1)}
    </nav>
  );
}

/** Returns a range of episodes in words: "51–100". It ends at the last episode. */
const range = (first: number, last: number, count: number) =>
  `${formatCount(first)}–${formatCount(Math.min(last, count))}`;

interface RowsProps {
  shown: Episode[];
  anime: AnimeDetails;
  watched: number | undefined;
  /** Whether other episodes were asked for, and are on their way. */
  isLate: boolean;
}

function Rows({ shown, anime, watched, isLate }: RowsProps) {
  return (
    <ul
      aria-busy={isLate || undefined}
      inert={isLate}
      className="border-t border-line aria-busy:opacity-60"
    >
      {shown.map((episode) => (
        <Row key={episode.number} episode={episode} anime={anime} watched={watched ?? 0} />
      ))}
    </ul>
  );
}

interface RowProps {
  episode: Episode;
  anime: AnimeDetails;
  watched: number;
}

function Row({ episode, anime, watched }: RowProps) {
  const { user } = useSession();
  const name = episode.title ?? episode.title_romaji ?? episode.title_japanese;
  const other = otherName(episode.title_japanese, name ?? "");
  return (
    <li className="flex min-h-16 items-center gap-3 border-b border-line py-2 sm:gap-4">
      <span className="w-10 shrink-0 text-right text-muted tabular-nums">
        <span className="sr-only">Episode </span>
        {formatCount(episode.number)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 leading-snug">
          <span className="font-semibold wrap-anywhere">{name ?? `Episode ${episode.number}`}</span>
          {episode.is_filler && <Mark>Filler</Mark>}
          {episode.is_recap && <Mark>Recap</Mark>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <AirDate day={episode.aired} anime={anime} />
          {other && (
            <span lang="ja" className="font-ja max-sm:hidden">
              {other}
            </span>
          )}
        </p>
      </div>
      {user && <WatchedTo number={episode.number} anime={anime} watched={watched} />}
    </li>
  );
}

interface AirDateProps {
  day: string | null;
  anime: AnimeDetails;
}

/** When an episode is or was broadcast; with its time while that is to come. */
function AirDate({ day, anime }: AirDateProps) {
  const { time_zone } = usePreferences();
  const at = airedAt(day, anime);
  if (!at) {
    const date = formatDate(day);
    if (!day || !date) return null;
    return <time dateTime={day}>{anime.broadcast ? `${date} (Japan)` : date}</time>;
  }
  const instant = at.toISOString();
  const date = formatDate(todayIn(time_zone, at));
  return (
    <time dateTime={instant}>
      {at.getTime() > Date.now() ? `${date}, ${timeText(instant, time_zone)}` : date}
    </time>
  );
}

function Mark({ children }: { children: string }) {
  return (
    <span className="rounded-full bg-raised px-2.5 py-0.5 text-xs font-semibold">{children}</span>
  );
}

interface WatchedToProps {
  number: number;
  anime: AnimeDetails;
  watched: number;
}

/** The reader's mark that an episode was seen, with a button that marks it and all before it. */
function WatchedTo({ number, anime, watched }: WatchedToProps) {
  const item = useListItem(anime.mal_id);
  const { edit } = useListEdit();
  if (item === undefined) return <span className="size-10 shrink-0" />;
  const shown = item ?? itemOfDetails(anime);
  const most = mostEpisodes(shown);
  if (most !== null && number > most) return <span className="size-10 shrink-0" />;
  const isSeen = number <= watched;
  const mark = () => {
    if (isSeen) return;
    const status = number === most ? "completed" : "watching";
    edit(shown, item ? { progress: number } : { status, progress: number }, item !== null);
  };
  const label = isSeen ? `Watched: episode ${number}` : `Mark as watched up to episode ${number}`;
  return (
    <button
      type="button"
      aria-label={label}
      title={isSeen ? "Watched" : "Mark as watched up to here"}
      aria-disabled={isSeen || undefined}
      onClick={mark}
      className={`inline-flex size-10 shrink-0 items-center justify-center rounded-full border transition-colors ${isSeen ? "border-transparent text-accent" : "border-field text-muted hover:border-accent-fill hover:bg-accent-fill hover:text-on-accent"}`}
    >
      <CheckIcon aria-hidden="true" size={18} />
    </button>
  );
}
