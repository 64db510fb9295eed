import { Skeleton } from "@/ui/Spinner";

/** Stands in for the choices, which come with the first titles. */
export function FiltersSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-3">
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a skeleton is its position
        <Skeleton key={index} className="h-5 w-full" />
      ))}
    </div>
  );
}
