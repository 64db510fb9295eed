import type { ChangedValue } from "@/api/list";
import type { Scale } from "@/lib/list/scales";
import { linesOf } from "./lines";

interface Props {
  /** What the file stands beside. */
  beside: string;
  /** Where the file's stands. */
  changes: readonly ChangedValue[];
  /** Where that stands. */
  kept: readonly ChangedValue[];
  scale: Scale;
}

/** What there is and the file side by side, field by field. What stands is set off from what does not. */
export function Difference({ beside, changes, kept, scale }: Props) {
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
          <th className="w-22 pb-1 sm:w-[24%] font-medium">
            <span className="sr-only">Field</span>
          </th>
          <th className="pb-1 font-medium">{beside}</th>
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
    <td className="py-1.5 pr-2 [overflow-wrap:anywhere] sm:pr-3">
      {stands ? (
        <strong className="line-clamp-4 font-semibold">
          <span aria-hidden="true" className="mr-1 text-good sm:mr-1.5">
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
