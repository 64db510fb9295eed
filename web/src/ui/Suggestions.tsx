import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { suggestQuery } from "@/api/query";
import type { SuggestedTitle } from "@/api/types";
import { displayTitle, otherName } from "@/lib/names";
import { Poster } from "./Poster";

/** How long, in milliseconds, a text must stand before titles are asked for. */
const PAUSE = 80;

interface Props {
  /** The text of the field. */
  text: string;
  /** The list's id in the document, which the field names. */
  id: string;
  field: RefObject<HTMLInputElement | null>;
  /** Tells what the field is to say of the list: whether it shows, and which option is active. */
  onState: (state: { shown: boolean; active: string | undefined }) => void;
  onChosen: (title: SuggestedTitle) => void;
  /** What is read out where the text means no title. */
  nothing: string;
  /** The looks of the list's box, and of the list in it. */
  boxClass: string;
  listClass: string;
}

/**
 * Titles that the text may mean: the list of a combobox, whose field keeps the focus. Where they
 * cannot be had there are none; the search itself says what is wrong.
 */
export default function Suggestions({
  text,
  id,
  field,
  onState,
  onChosen,
  nothing,
  boxClass,
  listClass,
}: Props): ReactNode {
  const asked = useSettled(text.trim());
  const query = suggestQuery(asked);
  const { data } = useQuery({
    ...query,
    enabled: asked !== "",
    placeholderData: (items, before) =>
      before && isNear(before.queryKey[0], query.queryKey[0]) ? items : undefined,
    retry: false,
  });
  const items = (text.trim() !== "" && data?.items) || [];
  const [place, setPlace] = useActive(text, items);

  useKeys(field, (key) => {
    if (items.length === 0) return false;
    // Beyond either end lies the text itself, with no option active.
    const turn = items.length + 1;
    if (key === "ArrowDown") setPlace(((place + 2) % turn) - 1);
    else if (key === "ArrowUp") setPlace(((place + turn) % turn) - 1);
    else if (key === "Enter" && items[place]) onChosen(items[place]);
    else return false;
    return true;
  });

  const shown = items.length > 0;
  const active = items[place] && optionId(id, items[place]);
  useEffect(() => onState({ shown, active }), [onState, shown, active]);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  return (
    <>
      <p role="status" className="sr-only">
        {asked !== "" && data && (items.length === 0 ? nothing : announcement(items.length))}
      </p>
      {shown && (
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className={`overflow-y-auto border-line bg-surface ${boxClass}`}
        >
          <div role="presentation" className={listClass}>
            {items.map((item, index) => (
              <Suggestion
                key={item.mal_id}
                id={optionId(id, item)}
                item={item}
                active={index === place}
                onPoint={() => setPlace(index)}
                onChoose={() => onChosen(item)}
              />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

const optionId = (list: string, { mal_id }: SuggestedTitle) => `${list}-${mal_id}`;

function announcement(count: number): string {
  return `${count} ${count === 1 ? "suggestion" : "suggestions"}. Use the arrow keys.`;
}

interface SuggestionProps {
  id: string;
  item: SuggestedTitle;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Suggestion({ id, item, active, onPoint, onChoose }: SuggestionProps) {
  const title = displayTitle(item);
  const other = otherName(item.name, title);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
    <div
      id={id}
      role="option"
      aria-selected={active}
      onPointerMove={onPoint}
      // The field keeps the focus, so that a phone's keyboard stays.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex cursor-pointer items-center gap-4 rounded-md px-2 py-2 aria-selected:bg-raised aria-selected:outline-2 aria-selected:outline-focus aria-selected:-outline-offset-2"
    >
      <span className="w-10 shrink-0 overflow-hidden rounded-sm">
        <Poster malId={item.mal_id} src={item.image_url} eager sizes="40px" />
      </span>
      <span className="grid min-w-0 gap-0.5">
        <span className="line-clamp-2 font-semibold">{title}</span>
        {other && <span className="truncate text-sm text-muted">{other}</span>}
        <span className="text-sm text-muted">
          {[item.type, item.year].filter(Boolean).join(" · ")}
        </span>
      </span>
    </div>
  );
}

/** Whether one text begins with the other: until its own are there, those of before stand. */
function isNear(before: string, now: string): boolean {
  return before.startsWith(now) || now.startsWith(before);
}

/** The text, once it has stood for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/**
 * The place of the active option, -1 for none. A new text begins with none; newer suggestions for the same text
 * leave the title active that they have, too.
 */
function useActive(text: string, items: readonly SuggestedTitle[]) {
  const [active, setActive] = useState<{ text: string; title?: number | undefined }>({ text });
  const setPlace = (place: number) => setActive({ text, title: items[place]?.mal_id });
  const place = items.findIndex(({ mal_id }) => mal_id === active.title);
  return [active.text === text ? place : -1, setPlace] as const;
}

/** Hears the field's keys; what the handler takes, nobody else does. */
function useKeys(field: Props["field"], take: (key: string) => boolean) {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const input = field.current;
    const onKey = (event: KeyboardEvent) => {
      // While a Japanese text is composed the keys belong to that.
      if (!event.isComposing && latest.current(event.key)) event.preventDefault();
    };
    input?.addEventListener("keydown", onKey);
    return () => input?.removeEventListener("keydown", onKey);
  }, [field]);
}
