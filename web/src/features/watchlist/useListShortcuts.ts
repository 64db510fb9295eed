import type { RefObject } from "react";
import type { ListItem } from "@/api/list";
import { type Shortcut, useShortcuts } from "./shortcuts";

interface Options {
  box: RefObject<HTMLElement | null>;
  shown: readonly ListItem[];
  change: {
    step: (item: ListItem, by: 1 | -1) => void;
    remove: (item: ListItem) => void;
  };
  selection: {
    onSelect: (malId: number, range: boolean) => void;
    onAll: () => void;
    onNone: () => void;
  };
  onHelp: () => void;
}

/** Keyboard shortcuts of the list, each a single key. */
export function useListShortcuts({ box, shown, change, selection, onHelp }: Options) {
  const inRow = (index: number, what: string) =>
    box.current?.querySelector<HTMLElement>(`[data-index="${index}"] ${what}`);
  const goTo = (index: number) => {
    const link = inRow(index, "a");
    link?.focus({ preventScroll: true });
    link?.closest("tr")?.scrollIntoView({ block: "nearest" });
    return link !== null;
  };
  /** Returns the index of the first row that is in view with its top. */
  const inView = () => {
    const rows = [...(box.current?.querySelectorAll<HTMLElement>("[data-index]") ?? [])];
    const row = rows.find((each) => each.getBoundingClientRect().top >= 0);
    return Number(row?.dataset.index ?? 0);
  };
  const forRow: Partial<Record<Shortcut, (item: ListItem, index: number) => void>> = {
    more: (item) => change.step(item, 1),
    less: (item) => change.step(item, -1),
    status: (_, index) => inRow(index, "select")?.focus(),
    select: (item) => selection.onSelect(item.mal_id, false),
    remove: (item) => change.remove(item),
  };
  const forPage: Partial<Record<Shortcut, (index: number | null) => void>> = {
    next: (index) => goTo(index === null ? inView() : index + 1),
    previous: (index) => goTo(index === null ? inView() : Math.max(0, index - 1)),
    all: selection.onAll,
    none: selection.onNone,
    help: onHelp,
    search: () => document.querySelector<HTMLElement>("main input[type=search]")?.focus(),
  };
  useShortcuts(box, (shortcut, index) => {
    const item = index === null ? undefined : shown[index];
    const act = forRow[shortcut];
    if (act && item && index !== null) act(item, index);
    else forPage[shortcut]?.(index);
    return act === undefined || item !== undefined;
  });
}
