import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { unresolvedQuery } from "@/api/imports";
import { formatCount } from "@/lib/format";

/** The way to imported entries that have found no title, which the list cannot show; nothing where there are none. */
export function WithoutTitle({ uid }: { uid: string }) {
  const { data } = useQuery(unresolvedQuery(uid));
  if (!data || data.length === 0) return null;
  return (
    <Link
      href="/import#unresolved"
      className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline-offset-4 hover:underline"
    >
      {formatCount(data.length)} without a title
    </Link>
  );
}
