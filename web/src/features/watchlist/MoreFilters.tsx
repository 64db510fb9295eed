import type { Scale } from "@/lib/list/scales";
import { internalScore } from "@/lib/list/scales";
import { scoreChoices } from "@/lib/list/score-text";
import { Select } from "@/ui/Select";
import type { WatchlistQuery } from "./select";

interface Props {
  query: WatchlistQuery;
  onQuery: (changes: Partial<WatchlistQuery>) => void;
  tags: readonly string[];
  kinds: readonly string[];
  scale: Scale;
}

const any = { value: "", label: "Any" };
const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

/** With the chosen one among them, which an address may name without its being offered. */
function offered(options: { value: string; label: string }[], value: string | null) {
  const known = value === null || options.some((option) => option.value === value);
  return [any, ...(known ? [] : [{ value, label: value }]), ...options];
}

/** Returns the lowest scores to choose from, on the user's scale; on the fine ones in tens. */
function scores(scale: Scale) {
  const choices = scoreChoices(scale).flatMap(({ value, label }) => {
    const stored = internalScore(value, scale);
    return stored === null ? [] : [{ value: String(stored), label: `${label} or more` }];
  });
  const tens = [90, 80, 70, 60, 50, 40, 30, 20, 10].map((kept) => ({
    value: String(kept),
    label: `${scale === "100" ? kept : kept / 10} or more`,
  }));
  return [{ value: "none", label: "No score yet" }, ...(choices.length > 0 ? choices : tens)];
}

const airings = [
  { value: "airing", label: "Airing now" },
  { value: "finished", label: "Finished airing" },
  { value: "not_yet_aired", label: "Not yet aired" },
];

/** The filters that not everybody needs every time. */
export function MoreFilters({ query, onQuery, tags, kinds, scale }: Props) {
  const select = (
    label: string,
    name: "tag" | "score" | "kind" | "airing",
    options: { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      value={query[name] ?? ""}
      options={offered(options, query[name])}
      onChange={(value) => onQuery({ [name]: value === "" ? null : value })}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of boxes outside a form
    <div
      role="group"
      aria-label="More filters"
      className="mt-3 grid gap-4 rounded-lg border border-line bg-surface p-4 min-[28rem]:grid-cols-2 md:grid-cols-4"
    >
      {select("Tag", "tag", named(tags))}
      {select("My score", "score", scores(scale))}
      {select("Type", "kind", named(kinds))}
      {select("Airing", "airing", airings)}
    </div>
  );
}
