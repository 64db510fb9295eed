import { Link } from "wouter";
import { ENTRY } from "@/lib/entry-place";
import { usePreferences } from "@/lib/list/preferences";
import { scoreText } from "@/lib/list/score-text";
import { useListItem } from "@/lib/list/useAnimeList";
import { useAddress } from "@/lib/location";
import { loginPath } from "@/lib/next";
import { useSession } from "@/lib/session";
import { buttonClass } from "@/ui/Button";

/** The reader's own score of the title, or a way to give one. */
export function OwnVote({ malId }: { malId: number }) {
  const { status } = useSession();
  const address = useAddress();
  const item = useListItem(malId);
  const { score_scale: scale } = usePreferences();
  const score = item?.score ?? null;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      {status === "signed-out" && (
        <Link href={loginPath(`${address}#ratings`)} className={buttonClass("outline")}>
          Log in to rate it
        </Link>
      )}
      {status === "signed-in" && item !== undefined && (
        <>
          {score !== null && (
            <p className="text-sm">
              Your score: <strong>{scoreText(score, scale)}</strong>
            </p>
          )}
          <a href={`#${ENTRY}`} className={buttonClass("outline")}>
            {score === null ? "Rate it" : "Change it"}
          </a>
        </>
      )}
    </div>
  );
}
