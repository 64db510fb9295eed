import { lateCode } from "@/lib/page-code";

/** The server sends slides, so hardly anybody sees it. */
const Bars = lateCode(() => import("./SkeletonBars"));

/** Shown until the hero's slides have loaded, and if they fail. */
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
