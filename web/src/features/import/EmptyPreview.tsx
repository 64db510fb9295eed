import type { ImportItem, ImportPreview } from "@/api/imports";
import { formatCount } from "@/lib/format";
import { nothingText } from "./texts";

interface Props {
  preview: ImportPreview;
  items: readonly ImportItem[];
}

/** The largest number of reasons that are named. */
const NAMED = 3;

/** Says what an import comes to that would do nothing; of one that cannot be read, why. */
export function EmptyPreview({ preview, items }: Props) {
  const { counts, rows } = preview;
  const unread = rows > 0 && counts.refused === rows;
  const reasons = [...new Set(items.map(({ remarks }) => remarks.join(" ")))].slice(0, NAMED);
  return (
    <section
      className={`rounded-lg border p-5 sm:p-6 ${unread ? "border-danger/50 bg-danger-bg" : "border-line bg-surface"}`}
    >
      <h2 className="text-xl">{nothingText(preview)}</h2>
      {unread && (
        <>
          <p className="mt-2">
            {rows === 1 ? "Its only row" : `None of its ${formatCount(rows)} rows`}{" "}
            {rows === 1 ? "was not taken" : "was taken"}. Why:
          </p>
          <ul className="mt-1 list-disc pl-5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
