import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { formatCount } from "@/lib/format";

interface Tab<Name extends string> {
  name: Name;
  label: string;
  /** Number of items that the tab shows. */
  count?: number;
}

interface Props<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  selected: Name;
  onSelect: (name: Name) => void;
  /** The content of the selected tab. */
  children: ReactNode;
}

/** Where a key leads from one of `count` tabs, or null if it leads nowhere. */
function target(key: string, at: number, count: number): number | null {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

/** Tabs of which one shows: Tab reaches the selected one, the arrows, Home and End the others. */
export function Tabs<Name extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
}: Props<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // Where they do not all fit, the selected one is in sight. Nothing but their row scrolls.
  useLayoutEffect(() => {
    const row = list.current;
    const tab = document.getElementById(`${id}-${selected}`);
    if (!row || !tab) return;
    const { left, right } = row.getBoundingClientRect();
    const { left: from, right: to } = tab.getBoundingClientRect();
    if (from < left) row.scrollLeft += from - left;
    else if (to > right) row.scrollLeft += to - right;
  }, [id, selected]);

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex(({ name }) => name === selected);
    const next = target(event.key, at, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.name);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next ?? 0]?.focus();
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="hint-of-more flex gap-x-2 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {tabs.map(({ name, label: text, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => onSelect(name)}
            className="min-h-12 shrink-0 border-b-2 border-transparent px-4 text-lg font-semibold whitespace-nowrap text-muted transition-colors hover:text-text focus-visible:-outline-offset-3 aria-selected:border-accent aria-selected:text-text"
          >
            {text}
            {count !== undefined && (
              <span className="ml-2 text-sm font-medium text-muted tabular-nums">
                {formatCount(count)}
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        tabIndex={-1}
        className="pt-6 outline-none"
      >
        {children}
      </div>
    </>
  );
}
