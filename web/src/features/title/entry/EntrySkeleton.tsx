import { Skeleton } from "@/ui/Spinner";

/** The placeholder of an entry whose code or data are on their way. */
export function EntrySkeleton() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <Skeleton className="h-7 w-32" />
      <Skeleton className="h-10 w-full max-w-xl" />
    </div>
  );
}
