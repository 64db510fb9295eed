import type { PageTitle } from "@/api/people";
import type { SuggestedTitle } from "@/api/types";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TitleField } from "@/ui/TitleField";

interface Props {
  onTitle: (title: PageTitle) => void;
  onClose: () => void;
}

/** Chooses a title by any of its names. */
export function FavoriteSearch({ onTitle, onClose }: Props) {
  return (
    <Dialog byUser title="Add a favorite" onClose={onClose}>
      <TitleField onChosen={(found) => onTitle(asPageTitle(found))} />
      <div className="mt-5 text-right">
        <Button variant="quiet" onClick={onClose}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}

/** Returns the title as the form shows it until the page is saved. */
function asPageTitle(found: SuggestedTitle): PageTitle {
  const { mal_id, title, title_english = null, title_japanese = null, image_url = null } = found;
  return {
    mal_id,
    title,
    title_english,
    title_japanese,
    image_url,
    episodes: null,
    kind: null,
    year: null,
  };
}
