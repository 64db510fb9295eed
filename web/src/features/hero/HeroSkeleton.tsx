import { lateCode } from "@/lib/page-code";

/** The server sends slides, so hardly anybody sees it. */
const Bars = lateCode(() => import("./SkeletonBars"));

/** What stands in the hero's place until its slides are there, and stays when they cannot be had. */
export function HeroSkeleton() {
  return (
    <section
      aria-label="Featured anime"
      aria-busy="true"
      className="relative flex h-[90vh] min-h-136 flex-col justify-end bg-raised"
    >
      <p role="status" className="sr-only">
        Loading featured anime
      </p>
      <Bars />
    </section>
  );
}
