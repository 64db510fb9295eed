import type { ImportedTitle } from "@/api/imports";
import type { SuggestedTitle } from "@/api/types";
import { displayTitle } from "@/lib/names";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Poster } from "@/ui/Poster";
import { TitleField } from "@/ui/TitleField";
import { factsText } from "./texts";

interface Props {
  /** The title's name in the file. */
  name: string | null;
  /** The catalogue's title with exactly this name, if there is one. */
  proposal: ImportedTitle | null;
  /** Hears of the title's id, and of the title itself where it was searched for. */
  onTitle: (malId: number, found?: SuggestedTitle) => void;
  onClose: () => void;
}

/** Chooses the title that an entry of a file is of. */
export function TitleSearch({ name, proposal, onTitle, onClose }: Props) {
  return (
    <Dialog byUser title="Which title is it?" onClose={onClose}>
      {name && (
        <p className="text-muted">
          The file calls it <q className="break-words text-text">{name}</q>.
        </p>
      )}
      {proposal && <SameName title={proposal} onAccept={() => onTitle(proposal.mal_id)} />}
      <TitleField
        begin={name ?? ""}
        hint="Nothing like it shows? Fewer words, or the name in another language, find more."
        className="mt-4"
        onChosen={(found) => onTitle(found.mal_id, found)}
      />
      <div className="mt-5 text-right">
        <Button variant="quiet" onClick={onClose}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}

function SameName({ title, onAccept }: { title: ImportedTitle; onAccept: () => void }) {
  const name = displayTitle(title);
  return (
    <div className="mt-4 flex items-center gap-3 rounded-md border border-line p-2 pr-3">
      <Poster
        malId={title.mal_id}
        src={title.image_url}
        sizes="40px"
        className="w-10! shrink-0 rounded-sm"
      />
      <p className="min-w-0 flex-1 text-sm">
        <span className="line-clamp-2 font-semibold">{name}</span>
        <span className="text-muted">The same name · {factsText(title)}</span>
      </p>
      <Button aria-label={`Accept ${name}`} onClick={onAccept}>
        Accept
      </Button>
    </div>
  );
}
