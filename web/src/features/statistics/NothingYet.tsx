import { Link } from "wouter";
import { buttonClass } from "@/ui/Button";
import { Seigaiha } from "@/ui/Seigaiha";

/** The message in place of the statistics while the list is empty. */
export function NothingYet() {
  return (
    <div className="relative overflow-hidden rounded-lg border border-line bg-surface px-6 pt-12 pb-36 text-center">
      <p className="text-lg font-semibold">There is nothing to count yet.</p>
      <p className="mx-auto mt-2 mb-7 max-w-md text-muted">
        Put titles on your list, say how far you are, rate five of them, and this page fills.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link href="/" className={buttonClass()}>
          Browse anime
        </Link>
        <Link href="/import" className={buttonClass("outline")}>
          Bring your list
        </Link>
      </div>
      <Seigaiha className="absolute inset-x-0 bottom-0 h-20 w-full fill-surface text-line" />
    </div>
  );
}
