import { Link } from "wouter";
import { useUnresolvedCount } from "@/api/imports";
import { formatCount } from "@/lib/format";
import { DEBOUNCE, useFresh } from "@/lib/library/useFresh";

/** The way to imported entries that have found no title, which the list cannot show; nothing where there are none. */
export function WithoutTitle({ uid }: { uid: string }) {
  const { count, refetch } = useUnresolvedCount(uid);
  useFresh(uid, refetch, DEBOUNCE);
  if (count === 0) return null;
  return (
    <Link
      href="/import#unresolved"
      className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline-offset-4 hover:underline"
    >
      {formatCount(count)} without a title
    </Link>
  );
}
