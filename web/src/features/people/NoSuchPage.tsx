import { Link } from "wouter";
import { buttonClass } from "@/ui/Button";
import { Seigaiha } from "@/ui/Seigaiha";

/** Says the same where there is no page and where one is not to be seen. */
export function NoSuchPage() {
  return (
    <div className="page grid min-h-[70vh] place-items-center py-14">
      <div className="relative w-full max-w-2xl overflow-hidden rounded-lg border border-line bg-surface px-6 pt-56 pb-14 text-center sm:px-14">
        <div aria-hidden="true">
          <div className="absolute top-10 left-1/2 size-28 -translate-x-1/2 rounded-full bg-accent-fill" />
          <Seigaiha className="absolute inset-x-0 top-24 h-20 w-full fill-surface text-line" />
        </div>
        <h1 className="text-2xl">There is no page here</h1>
        <p className="mx-auto mt-4 max-w-md text-muted">
          Nobody has a page of this name, or it is not for everyone. If somebody gave you a link, it
          may have been renewed since: please ask for the new one.
        </p>
        <Link href="/" className={buttonClass("outline", "mt-8")}>
          Browse anime
        </Link>
      </div>
    </div>
  );
}
