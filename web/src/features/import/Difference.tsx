import { useId, useState } from "react";
import { ShowAll } from "@/ui/ShowAll";
import type { Line } from "./lines";

interface Props {
  /** The name of the entry to compare with; null where there is none. */
  beside: string | null;
  lines: readonly Line[];
}

const FILE = "The file";

/**
 * What the file says field by field, beside what there is, if there is something: then what stands is set off from what
 * does not. Where the letters leave no room for columns, the sides stand one below the other.
 */
export function Difference({ beside, lines }: Props) {
  return (
    <table className="w-full table-fixed text-sm">
      <thead className="max-[22rem]:hidden">
        <tr className="text-left text-xs text-muted">
          <th className="w-22 pb-1 sm:w-[24%] font-medium">
            <span className="sr-only">Field</span>
          </th>
          {beside !== null && <th className="pb-1 font-medium">{beside}</th>}
          <th className="pb-1 font-medium">{FILE}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Field key={`${line.name} ${line.taken}`} beside={beside} {...line} />
        ))}
      </tbody>
    </table>
  );
}

/** Number of letters that make about four lines where there is room for them. */
const LONG = 150;

const isLong = (text: string) => text.length > LONG || text.split("\n").length > 4;

/** Both values of a field. A long text is collapsed until the user expands it. */
function Field({ beside, name, mine, theirs, taken }: Line & Pick<Props, "beside">) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const long = isLong(theirs) || (beside !== null && isLong(mine));
  const clamp = long && !whole ? "line-clamp-4" : "";
  const of = <span className="sr-only">: {name}</span>;
  return (
    <>
      <tr id={id} className="border-t border-line align-top max-[22rem]:block max-[22rem]:py-1.5">
        <th
          scope="row"
          className="py-1.5 pr-2 text-left font-normal text-muted max-[22rem]:block max-[22rem]:py-0 max-[22rem]:font-semibold"
        >
          {name}
        </th>
        {beside !== null && <Side of={beside} text={mine} stands={!taken} clamp={clamp} />}
        <Side of={FILE} text={theirs} stands={beside === null ? null : taken} clamp={clamp} />
      </tr>
      {long && (
        <tr className="max-[22rem]:block">
          <td className="max-[22rem]:hidden" />
          <td colSpan={beside === null ? 1 : 2} className="max-[22rem]:block">
            <ShowAll
              expanded={whole}
              onExpanded={setWhole}
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

interface SideProps {
  /** The name of the side: of the entry beside it, or of the file. */
  of: string;
  text: string;
  /** Whether this side's value stands; null where there is no other side. */
  stands: boolean | null;
  clamp: string;
}

function Side({ of, text, stands, clamp }: SideProps) {
  return (
    <td
      data-side={stands === null ? undefined : of}
      className="py-1.5 pr-2 whitespace-pre-line [overflow-wrap:anywhere] max-[22rem]:block max-[22rem]:py-0.5 max-[22rem]:before:block max-[22rem]:before:text-xs max-[22rem]:before:text-muted max-[22rem]:before:content-[attr(data-side)] sm:pr-3"
    >
      {stands ? (
        <strong className={`font-semibold ${clamp}`}>
          <span aria-hidden="true" className="mr-1 text-good sm:mr-1.5">
            ✓
          </span>
          {text} <span className="sr-only">stands</span>
        </strong>
      ) : (
        <span className={`${stands === null ? "" : "text-muted"} ${clamp}`}>{text}</span>
      )}
    </td>
  );
}
