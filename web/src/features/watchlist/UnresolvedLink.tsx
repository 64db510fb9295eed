import { Link } from "wouter";
import { useUnresolvedCount } from "@/api/imports";
import { formatCount } from "@/lib/format";
import { DEBOUNCE, useRefetchOnChange } from "@/lib/library/useRefetchOnChange";

/** The way to imported entries that have found no title, which the list cannot show; nothing where there are none. */
export function UnresolvedLink({ uid }: { uid: string }) {
  const { count, refetch } = useUnresolvedCount(uid);
  useRefetchOnChange(uid, refetch, DEBOUNCE);
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
