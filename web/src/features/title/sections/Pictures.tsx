import { useState } from "react";
import { useBrowserInfiniteQuery } from "@/lib/browser-query";
import { useShowMore } from "@/lib/useShowMore";
import { Poster } from "@/ui/Poster";
import { ShowMore } from "@/ui/ShowMore";
import { Skeleton } from "@/ui/Spinner";
import { PictureDialog } from "./PictureDialog";
import { picturesQuery } from "./picturesQuery";
import { placeholderKeys } from "./placeholder-keys";
import { SectionFrame, type SectionProps, usePlace } from "./SectionFrame";

/** Number of pictures that show at first: two rows on a phone, one where there is room. */
const FEW = 6;

const grid = "grid grid-cols-3 gap-3 sm:grid-cols-6";

/** The title's pictures in small; each is shown large on demand. */
export function Pictures({ malId, count }: SectionProps) {
  const { place, near } = usePlace();
  const query = useBrowserInfiniteQuery({ ...picturesQuery(malId), enabled: near });
  const { items, more } = useShowMore(query, FEW);
  const [open, setOpen] = useState<number | null>(null);
  const all = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages.at(-1)?.total ?? count;
  const onMore = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  const onOpen = (at: number) => {
    setOpen(at);
    // The next ones are there before somebody has come to the last.
    if (at >= all.length - 2) onMore();
  };
  // The answer leaves out pictures of hosts that the server does not show
  if (total === 0) return null;
  return (
    <SectionFrame
      name="pictures"
      place={place}
      query={query}
      skeleton={
        <>
          <div className={grid}>
            {placeholderKeys(count, FEW).map((key) => (
              <Skeleton key={key} className="aspect-2/3" />
            ))}
          </div>
          {count > FEW && <div className="h-24" />}
        </>
      }
    >
      <ul className={grid}>
        {items?.map(({ image_url, large_image_url }, at) => (
          <li key={large_image_url}>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={`Show picture ${at + 1} of ${total}`}
              onClick={() => onOpen(at)}
              className="group block w-full overflow-hidden rounded-md bg-raised"
            >
              <Poster
                malId={malId}
                src={image_url}
                sizes="150px"
                className="transition-[scale] duration-250 group-hover:scale-[1.03]"
              />
            </button>
          </li>
        ))}
      </ul>
      {more && <ShowMore {...more} />}
      {open !== null && (
        <PictureDialog
          malId={malId}
          pictures={all}
          total={total}
          at={open}
          failed={query.isFetchNextPageError && !query.isFetchingNextPage}
          onAt={onOpen}
          onMore={onMore}
          onClose={() => setOpen(null)}
        />
      )}
    </SectionFrame>
  );
}
