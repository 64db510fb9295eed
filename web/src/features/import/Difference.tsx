import { useId, useState } from "react";
import type { ChangedValue } from "@/api/list";
import type { Scale } from "@/lib/list/scales";
import { ShowAll } from "@/ui/ShowAll";
import { type Line, linesOf } from "./lines";

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
        {lines.map((line) => (
          <Field key={`${line.name} ${line.taken}`} {...line} />
        ))}
      </tbody>
    </table>
  );
}

/** So many letters are about four lines where there is room for them. */
const LONG = 150;

/** What the sides say of a field. Of a long text the first lines show, until its user asks for all of it. */
function Field({ name, mine, theirs, taken }: Line) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const isLong = Math.max(mine.length, theirs.length) > LONG;
  const clamp = isLong && !whole ? "line-clamp-4" : "";
  const of = <span className="sr-only">: {name}</span>;
  return (
    <>
      <tr id={id} className="border-t border-line align-top">
        <th className="py-1.5 pr-2 text-left font-normal text-muted">{name}</th>
        <Side text={mine} stands={!taken} clamp={clamp} />
        <Side text={theirs} stands={taken} clamp={clamp} />
      </tr>
      {isLong && (
        <tr>
          <td />
          <td colSpan={2}>
            <ShowAll
              whole={whole}
              onWhole={setWhole}
              controls={id}
              all={<>Show all of it{of}</>}
              fewer={<>Show less{of}</>}
            />
          </td>
        </tr>
      )}
    </>
  );
}

function Side({ text, stands, clamp }: { text: string; stands: boolean; clamp: string }) {
  return (
    <td className="py-1.5 pr-2 [overflow-wrap:anywhere] sm:pr-3">
      {stands ? (
        <strong className={`font-semibold ${clamp}`}>
          <span aria-hidden="true" className="mr-1 text-good sm:mr-1.5">
            ✓
          </span>
          {text} <span className="sr-only">stands</span>
        </strong>
      ) : (
        <span className={`text-muted ${clamp}`}>{text}</span>
      )}
    </td>
  );
}
