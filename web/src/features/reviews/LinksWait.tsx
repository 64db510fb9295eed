import { formatMoment } from "@/lib/format";

/** Tells the author why links in a review are text: to readers they are, too, as long as the account is new. */
export function LinksWait({ until }: { until: string | null }) {
  if (until === null) return null;
  return (
    <p className="text-sm text-muted">
      Your account is new: to everybody, links in your reviews are plain text until{" "}
      <time dateTime={until}>{formatMoment(until)}</time>.
    </p>
  );
}
