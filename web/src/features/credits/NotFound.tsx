import { Link } from "wouter";
import { buttonClass } from "@/ui/Button";

/** The message in place of a person or a character without titles. */
export function NotFound({ what }: { what: "person" | "character" }) {
  return (
    <div className="page grid min-h-[70vh] content-center justify-items-center gap-3 py-14 text-center">
      <h1 className="text-2xl">This {what} is not here</h1>
      <p className="max-w-md text-muted">
        The catalogue has no title with this {what}. Maybe the address is not right.
      </p>
      <Link href="/browse" className={buttonClass("outline", "mt-4")}>
        Browse anime
      </Link>
    </div>
  );
}
