import { Link } from "wouter";
import { buttonClass } from "@/ui/Button";

/** The message in place of a list that has nothing yet. */
export function Empty({ text, hint }: { text: string; hint: string }) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line px-6 py-14 text-center">
      <p className="text-lg font-semibold">{text}</p>
      <p className="max-w-md text-muted">{hint}</p>
      <Link href="/" className={buttonClass("outline", "mt-4")}>
        Browse anime
      </Link>
    </div>
  );
}
