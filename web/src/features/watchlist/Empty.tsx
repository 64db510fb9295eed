import { Link } from "wouter";
import { Button, buttonClass } from "@/ui/Button";
import { Seigaiha } from "@/ui/Seigaiha";

/** In the table's place while nothing was added yet. */
export function EmptyList() {
  return (
    <div className="relative overflow-hidden rounded-lg border border-line bg-surface px-6 pt-12 pb-36 text-center">
      <p className="text-lg font-semibold">Your watchlist is empty.</p>
      <p className="mx-auto mt-2 mb-7 max-w-md text-muted">
        Press the bookmark on a poster, and the title waits for you here, on all your devices.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link href="/" className={buttonClass()}>
          Browse anime
        </Link>
        <Link href="/import" className={buttonClass("outline")}>
          Bring your list
        </Link>
      </div>
      <p className="mt-5">
        <Link
          href="/activity?at="
          className="text-sm text-muted underline underline-offset-4 hover:text-text"
        >
          Was there more? See your list as it was
        </Link>
      </p>
      <Seigaiha className="absolute inset-x-0 bottom-0 h-20 w-full fill-surface text-line" />
    </div>
  );
}

/** In the table's place when no title is left over by the filters. */
export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <div className="grid justify-items-center gap-5 rounded-lg border border-line bg-surface px-6 py-14 text-center">
      <p className="text-lg">No title on your watchlist matches.</p>
      <Button variant="outline" onClick={onShowAll}>
        Show all titles
      </Button>
    </div>
  );
}
