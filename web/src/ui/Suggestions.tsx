import { useQuery } from "@tanstack/react-query";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { suggestQuery } from "@/api/query";
import type { SuggestedTitle } from "@/api/types";
import { type Group, groupsOf, type Option } from "./suggested";

/** How long, in milliseconds, a text must stand before anything is asked for. */
const PAUSE = 80;

interface Props {
  /** The text in the field. */
  text: string;
  /** The list's id in the document, which the field names. */
  id: string;
  field: RefObject<HTMLInputElement | null>;
  /** Tells what the field is to say of the list: whether it shows, and which option is active. */
  onState: (state: { shown: boolean; active: string | undefined }) => void;
  onChosen: (title: SuggestedTitle) => void;
  /** Opens the page of a person or a character; without it only titles are suggested. */
  onNamed?: (path: string) => void;
  /** The text that is read out where there are no suggestions. */
  nothing: string;
  /** Classes of the list's box; `listClass` are those of the list in it. */
  boxClass: string;
  listClass: string;
}

/**
 * What the text may mean: the list of a combobox, whose field keeps the focus. Where it
 * cannot be had there is none; the search itself says what is wrong.
 */
export default function Suggestions({
  text,
  id,
  field,
  onState,
  onChosen,
  onNamed,
  nothing,
  boxClass,
  listClass,
}: Props): ReactNode {
  const searchText = useSettled(text.trim());
  const query = suggestQuery(searchText);
  const { data } = useQuery({
    ...query,
    enabled: searchText !== "",
    placeholderData: (items, before) =>
      before && isNear(before.queryKey[0], query.queryKey[0]) ? items : undefined,
    retry: false,
  });
  const groups = text.trim() !== "" && data ? groupsOf(data, { onChosen, onNamed }) : [];
  const options = groups.flatMap((group) => group.options);
  const [place, setPlace] = useActive(text, options);

  useKeys(field, (key) => {
    if (options.length === 0) return false;
    // Beyond either end lies the text itself, with no option active.
    const turn = options.length + 1;
    if (key === "ArrowDown") setPlace(((place + 2) % turn) - 1);
    else if (key === "ArrowUp") setPlace(((place + turn) % turn) - 1);
    else if (key === "Enter" && options[place]) options[place].choose();
    else return false;
    return true;
  });

  const shown = options.length > 0;
  const active = options[place] && optionId(id, options[place]);
  // The field and its list change in the same paint: else the field names a list that is gone.
  useLayoutEffect(() => onState({ shown, active }), [onState, shown, active]);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  return (
    <>
      <p role="status" className="sr-only">
        {searchText !== "" && data && (shown ? announcement(options.length) : nothing)}
      </p>
      {shown && (
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className={`overflow-y-auto border-line bg-surface ${boxClass}`}
        >
          <div role="presentation" className={listClass}>
            {groups.map((group) => (
              <Options
                key={group.name}
                list={id}
                group={group}
                active={active}
                onPoint={(option) => setPlace(options.indexOf(option))}
              />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

const optionId = (list: string, { key }: Option) => `${list}-${key}`;

function announcement(count: number): string {
  return `${count} ${count === 1 ? "suggestion" : "suggestions"}. Use the arrow keys.`;
}

interface OptionsProps {
  /** The list's id in the document. */
  list: string;
  group: Group;
  /** The active option's id in the document. */
  active: string | undefined;
  onPoint: (option: Option) => void;
}

/** The options of a group. Titles come first, and need no heading that shows. */
function Options({ list, group: { name, options }, active, onPoint }: OptionsProps) {
  const heading = `${list}-${name}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-labelledby={heading}>
      <span
        id={heading}
        className={
          name === "Anime" ? "sr-only" : "block px-2 pt-3 pb-1 text-sm font-medium text-muted"
        }
      >
        {name}
      </span>
      {options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
        <div
          key={option.key}
          id={optionId(list, option)}
          role="option"
          aria-selected={active === optionId(list, option)}
          onPointerMove={() => onPoint(option)}
          // The field keeps the focus, so that a phone's keyboard stays.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={option.choose}
          className="flex cursor-pointer items-center gap-4 rounded-md px-2 py-2 aria-selected:bg-raised aria-selected:outline-2 aria-selected:outline-focus aria-selected:-outline-offset-2"
        >
          {option.content}
        </div>
      ))}
    </div>
  );
}

/** Whether one text begins with the other: until its own are there, those of before stand. */
function isNear(before: string, now: string): boolean {
  return before.startsWith(now) || now.startsWith(before);
}

/** Returns the text, once it has stood for a moment. */
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
 * leave the option active that they have, too.
 */
function useActive(text: string, options: readonly Option[]) {
  const [active, setActive] = useState<{ text: string; key?: string | undefined }>({ text });
  const setPlace = (place: number) => setActive({ text, key: options[place]?.key });
  const place = options.findIndex(({ key }) => key === active.key);
  return [active.text === text ? place : -1, setPlace] as const;
}

/** Calls the handler with the field's keys; a key that it takes has no other effect. */
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
