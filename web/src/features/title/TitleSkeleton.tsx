import { Skeleton } from "@/ui/Spinner";

/** The title page's outline while its facts are on their way. */
export function TitleSkeleton() {
  return (
    <div aria-busy="true" className="page grid grid-cols-[minmax(0,1fr)] gap-12 pt-16 pb-12">
      <p role="status" className="sr-only">
        Loading the title
      </p>
      <div className="grid items-end gap-x-10 gap-y-6 grid-cols-[minmax(0,1fr)] sm:grid-cols-[minmax(9rem,15rem)_minmax(0,1fr)]">
        <Skeleton className="aspect-2/3 w-full max-w-40 sm:max-w-60" />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Skeleton className="h-14 w-4/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-11 w-52 max-w-full rounded-full" />
        </div>
      </div>
      <div className="grid max-w-text grid-cols-[minmax(0,1fr)] gap-4">
        <Skeleton className="h-8 w-40 max-w-full" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-3/4" />
      </div>
    </div>
  );
}
