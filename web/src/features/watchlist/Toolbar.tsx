import { formatCount, titleCount } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { ArrowDownIcon, ArrowUpIcon, FiltersIcon, KeyboardIcon, SelectIcon } from "@/ui/late-icons";
import { Select } from "@/ui/Select";
import { isSort, type Sort, type SortKey, sortKeys, usualSort } from "./sorts";

interface Props {
  shown: number;
  total: number;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  /** Number of filters that are set below the toolbar. */
  filters: number;
  filtering: boolean;
  onFilters: () => void;
  selecting: boolean;
  onSelecting: () => void;
  onHelp: () => void;
}

/** How many titles show, in which order, and the ways to change that. */
export function Toolbar({ shown, total, sort, onSort, filters, filtering, ...props }: Props) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-3">
      <Count shown={shown} total={total} />
      <SortBy sort={sort} onSort={onSort} />
      <Button
        variant="outline"
        aria-expanded={filtering}
        onClick={props.onFilters}
        className="aria-expanded:bg-raised"
      >
        <FiltersIcon aria-hidden="true" size={18} />
        Filters{filters > 0 && ` (${filters})`}
      </Button>
      <Button
        variant="outline"
        aria-pressed={props.selecting}
        onClick={props.onSelecting}
        className="aria-pressed:bg-raised xl:hidden"
      >
        <SelectIcon aria-hidden="true" size={18} />
        Select
      </Button>
      <IconButton label="Keyboard short cuts" onClick={props.onHelp} className="max-xl:hidden">
        <KeyboardIcon aria-hidden="true" size={20} />
      </IconButton>
    </div>
  );
}

function Count({ shown, total }: { shown: number; total: number }) {
  const titles = titleCount(total);
  return (
    <p role="status" className="mr-auto min-w-24 text-sm text-muted">
      {shown === total ? titles : `${formatCount(shown)} of ${titles}`}
    </p>
  );
}

const NEWEST = "";

function SortBy({ sort, onSort }: Pick<Props, "sort" | "onSort">) {
  const key = (sort ?? "added-desc").replace(/-(asc|desc)$/, "") as SortKey;
  const ascending = sort?.endsWith("-asc") ?? false;
  const options = Object.entries(sortKeys)
    .filter(([value]) => value !== "added")
    .map(([value, { label }]) => ({ value, label }));
  const turn = () => {
    const turned = `${key}-${ascending ? "desc" : "asc"}`;
    // The newest first is what there is without a word in the address.
    if (isSort(turned)) onSort(turned === "added-desc" ? null : turned);
  };
  const Icon = ascending ? ArrowUpIcon : ArrowDownIcon;
  return (
    <div className="flex items-center gap-1">
      <Select
        label="Sort by"
        hidden
        value={key === "added" ? NEWEST : key}
        options={[{ value: NEWEST, label: "Added" }, ...options]}
        onChange={(value) => onSort(value === NEWEST ? null : usualSort(value as SortKey))}
      />
      <IconButton
        label={ascending ? "Ascending: turn around" : "Descending: turn around"}
        onClick={turn}
      >
        <Icon aria-hidden="true" size={18} />
      </IconButton>
    </div>
  );
}
