import { formatDate } from "@/lib/format";

const sources: Record<string, string> = {
  "built-in": "built in",
  "jikan-import": "imported",
  jikan: "fetched",
};

interface Props {
  asOf: string | null | undefined;
  source: string | null | undefined;
}

/** Says how old the facts on the page are, and where they come from. */
export default function AsOf({ asOf, source }: Props) {
  const date = formatDate(asOf);
  if (!date) return null;
  return (
    <p className="text-center text-xs text-muted">
      Catalogue as of {date}
      {source && ` · ${sources[source] ?? source}`}
    </p>
  );
}
