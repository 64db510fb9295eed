import type { ComparedTitle } from "@/api/people";
import type { Scale } from "@/lib/list/scales";
import { scoreText } from "@/lib/list/score-text";
import { statusNames } from "@/lib/list/statuses";
import { ScoreMark, TitleRow } from "./TitleRow";

interface Props {
  title: ComparedTitle;
  /** The display name of the other list's owner. */
  name: string;
  scale: Scale;
}

/** A title with the entries of both owners. */
export function ComparedRow({ title, name, scale }: Props) {
  return (
    <TitleRow title={title}>
      <dl className="flex gap-x-6 text-sm">
        <Side who="You" held={title.mine} scale={scale} />
        <Side who={name} held={title.theirs} scale={scale} />
      </dl>
    </TitleRow>
  );
}

interface SideProps {
  who: string;
  held: ComparedTitle["mine"];
  scale: Scale;
}

function Side({ who, held, scale }: SideProps) {
  return (
    <div className="w-28 min-w-0">
      <dt title={who} className="truncate text-xs text-muted">
        {who}
      </dt>
      <dd>
        {held === null ? (
          <span className="text-muted">Not on your list</span>
        ) : (
          <>
            <span className="block text-base">
              <ScoreMark text={held.score === null ? null : scoreText(held.score, scale)} />
            </span>
            <span className="block text-xs text-muted">{statusNames[held.status]}</span>
          </>
        )}
      </dd>
    </div>
  );
}
