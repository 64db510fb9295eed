import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { unresolvedQuery } from "@/api/imports";
import { formatCount } from "@/lib/format";
import { Notice } from "@/ui/Notice";

/** Says so while imported entries have found no title, which the list cannot show. */
export function WithoutTitle({ uid }: { uid: string }) {
  const { data } = useQuery(unresolvedQuery(uid));
  if (!data || data.length === 0) return null;
  const count = data.length;
  return (
    <Notice tone="info">
      <p className="min-w-0 flex-1 basis-56">
        {formatCount(count)} imported {count === 1 ? "entry has" : "entries have"} found no title
        yet.
      </p>
      <Link
        href="/import#unresolved"
        className="text-sm font-semibold text-accent underline-offset-4 hover:underline"
      >
        Look at {count === 1 ? "it" : "them"}
      </Link>
    </Notice>
  );
}
