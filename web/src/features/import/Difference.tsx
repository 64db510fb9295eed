import type { ChangedValue } from "@/api/list";
import { changeLine, isInternal, valueText } from "@/lib/list/change-text";
import { fieldName } from "@/lib/list/fields";
import type { Scale } from "@/lib/list/scales";

/** What an entry that comes to the list has, in a line. */
export function Coming({ changes, scale }: { changes: readonly ChangedValue[]; scale: Scale }) {
  const lines = changes.flatMap((change) => changeLine(change, scale) ?? []);
  const hasStatus = changes.some(({ field }) => field === "status");
  const all = hasStatus ? lines : ["Status: Plan to watch", ...lines];
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm">
      {all.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface Props {
  /** Where the file's stands. */
  changes: readonly ChangedValue[];
  /** Where the list's stands. */
  kept: readonly ChangedValue[];
  scale: Scale;
}

/** What a side says of a field. Texts and marks say themselves. */
function said(change: ChangedValue, value: ChangedValue["old"], scale: Scale): string {
  if (value === null || value === "") return "–";
  if (value === true) return "Yes";
  return valueText(change, value, scale);
}

interface Line {
  name: string;
  mine: string;
  theirs: string;
  /** The file's stands. */
  taken: boolean;
}

/** The fields in which the sides differ; all tags in one. */
function linesOf(changes: readonly ChangedValue[], taken: boolean, scale: Scale): Line[] {
  const tagged = changes.filter(({ field }) => field === "tag");
  const tags = (side: "old" | "new") =>
    tagged.flatMap((change) => (change[side] ? (change.tag ?? []) : [])).join(", ") || "–";
  const lines = changes
    .filter((change) => change.field !== "tag" && !isInternal(change))
    .map((change) => ({
      name: fieldName(change),
      mine: said(change, change.old, scale),
      theirs: said(change, change.new, scale),
      taken,
    }));
  return tagged.length > 0
    ? [...lines, { name: "Tags", mine: tags("old"), theirs: tags("new"), taken }]
    : lines;
}

/** List and file side by side, field by field. What stands is set off from what does not. */
export function Difference({ changes, kept, scale }: Props) {
  const lines = [...linesOf(changes, true, scale), ...linesOf(kept, false, scale)];
  if (lines.length === 0) {
    return changes.length > 0 ? (
      <p className="text-sm text-muted">Fields that only another tracker uses, for its exports.</p>
    ) : null;
  }
  return (
    <table className="w-full table-fixed text-sm">
      <thead>
        <tr className="text-left text-xs text-muted">
          <th className="w-[28%] pb-1 font-medium">
            <span className="sr-only">Field</span>
          </th>
          <th className="pb-1 font-medium">Your list</th>
          <th className="pb-1 font-medium">The file</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, mine, theirs, taken }) => (
          <tr key={`${name} ${taken}`} className="border-t border-line align-top">
            <th className="py-1.5 pr-2 text-left font-normal text-muted">{name}</th>
            <Side text={mine} stands={!taken} />
            <Side text={theirs} stands={taken} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Side({ text, stands }: { text: string; stands: boolean }) {
  return (
    <td className="py-1.5 pr-3">
      {stands ? (
        <strong className="line-clamp-4 font-semibold">
          <span aria-hidden="true" className="mr-1.5 text-good">
            ✓
          </span>
          {text} <span className="sr-only">stands</span>
        </strong>
      ) : (
        <span className="line-clamp-4 text-muted">{text}</span>
      )}
    </td>
  );
}
