import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";

/** Key of the switch in this browser's storage: "off" where somebody wants none. */
const KEY = "mitai:shortcuts";

const listeners = new Set<() => void>();
let off: boolean | undefined;

function areOff(): boolean {
  try {
    off ??= localStorage.getItem(KEY) === "off";
  } catch {
    off ??= false;
  }
  return off;
}

export function switchShortcuts(on: boolean) {
  off = !on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether single keys do something: speech control and stray touches may set them off. */
export const useShortcutsOn = () =>
  useSyncExternalStore(
    subscribe,
    () => !areOff(),
    () => true,
  );

/** What each key does. Those of a row are for the title that has the focus. */
export const keys = {
  help: ["?"],
  search: ["/"],
  next: ["j"],
  previous: ["k"],
  more: ["+", "="],
  less: ["-"],
  status: ["s"],
  select: ["x"],
  all: ["a"],
  remove: ["Delete"],
  none: ["Escape"],
} as const;

export type Shortcut = keyof typeof keys;

export const keyNames: Record<Shortcut, string> = {
  next: "Next title",
  previous: "Title before",
  more: "One more episode",
  less: "One episode back",
  status: "Choose the status",
  select: "Select the title",
  all: "Select all that show",
  none: "Select none",
  remove: "Remove the title",
  search: "Search the list",
  help: "Show these keys",
};

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.matches("input:not([type=checkbox]), textarea, select");

/** Calls back for each short cut; `index` is of the row that has the focus, if one has. */
export function useShortcuts(
  box: RefObject<HTMLElement | null>,
  onShortcut: (shortcut: Shortcut, index: number | null) => boolean,
) {
  const on = useShortcutsOn();
  const latest = useRef(onShortcut);
  useEffect(() => {
    latest.current = onShortcut;
  });
  useEffect(() => {
    if (!on) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      const found = Object.entries(keys).find(([, names]) =>
        (names as readonly string[]).includes(event.key),
      );
      if (!found) return;
      const row = box.current?.contains(document.activeElement)
        ? document.activeElement?.closest<HTMLElement>("[data-index]")
        : null;
      const index = row ? Number(row.dataset.index) : null;
      if (latest.current(found[0] as Shortcut, index)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [on, box]);
}
