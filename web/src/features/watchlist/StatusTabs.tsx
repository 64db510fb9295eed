import { type ReactNode, useMemo } from "react";
import type { ListItem, Status } from "@/api/list";
import { isStatus, statuses, statusNames } from "@/lib/list/statuses";
import { Tabs } from "@/ui/Tabs";
import { statusCounts } from "./select";

interface Props {
  items: readonly ListItem[];
  selected: Status | null;
  onSelect: (changes: { status: Status | null }) => void;
  children: ReactNode;
}

/** All titles, or those of one status; each tab says how many there are. */
export function StatusTabs({ items, selected, onSelect, children }: Props) {
  const counts = useMemo(() => statusCounts(items), [items]);
  const tabs = [
    { name: "all", label: "All", count: items.length },
    ...statuses.map((name) => ({
      name,
      label: statusNames[name],
      count: counts.get(name) ?? 0,
    })),
  ];
  return (
    <Tabs
      label="Status"
      tabs={tabs}
      selected={selected ?? "all"}
      onSelect={(name) => onSelect({ status: isStatus(name) ? name : null })}
    >
      {children}
    </Tabs>
  );
}
