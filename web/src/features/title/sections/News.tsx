import { type News as NewsItem, partsQuery } from "@/api/extras";
import { useBrowserInfiniteQuery } from "@/lib/browser-query";
import { formatDate } from "@/lib/format";
import { useShowMore } from "@/lib/useShowMore";
import { ExternalIcon } from "@/ui/late-icons";
import { ShowMore } from "@/ui/ShowMore";
import { Skeleton } from "@/ui/Spinner";
import { hostOf } from "./host-of";
import { placeholderKeys } from "./placeholder-keys";
import { SectionFrame, type SectionProps, usePlace } from "./SectionFrame";

/** Number of articles that show at first. */
const FEW = 5;

/** Classes of a row, as high for every title, so that nothing moves when articles come. */
const row = "flex h-18 items-center gap-4 max-sm:h-22";

/** News of the title, each a link to its source. */
export function News({ malId, count }: SectionProps) {
  const { place, near } = usePlace();
  const query = useBrowserInfiniteQuery({
    ...partsQuery<NewsItem>("/api/v1/anime/{id}/news", malId),
    enabled: near,
  });
  const { items, more } = useShowMore(query, FEW);
  return (
    <SectionFrame
      name="news"
      place={place}
      query={query}
      skeleton={
        <>
          <div className="border-t border-line">
            {placeholderKeys(count, FEW).map((key) => (
              <div key={key} className={`border-b border-line ${row}`}>
                <Skeleton className="h-10 w-3/4" />
              </div>
            ))}
          </div>
          {count > FEW && <div className="h-24" />}
        </>
      }
    >
      <ul className="border-t border-line">
        {items?.map((news) => (
          <li key={`${news.url} ${news.title}`} className="border-b border-line">
            <Item news={news} />
          </li>
        ))}
      </ul>
      {more && <ShowMore {...more} />}
    </SectionFrame>
  );
}

function Item({ news: { title, url, at } }: { news: NewsItem }) {
  const date = formatDate(at);
  const content = (
    <span className="min-w-0 flex-1">
      <span
        title={title}
        className="line-clamp-1 font-semibold wrap-anywhere group-hover:underline max-sm:line-clamp-2 max-sm:leading-snug"
      >
        {title}
      </span>
      <span className="mt-1 flex gap-x-2 text-sm text-muted">
        {date && <time dateTime={at ?? undefined}>{date}</time>}
        {date && url && <span aria-hidden="true">·</span>}
        {url && <span className="min-w-0 truncate">{hostOf(url)}</span>}
      </span>
    </span>
  );
  if (url === null) return <p className={row}>{content}</p>;
  return (
    <a
      href={url}
      rel="noopener noreferrer nofollow"
      className={`group -mx-2 rounded-md px-2 transition-colors hover:bg-raised focus-visible:-outline-offset-3 ${row}`}
    >
      {content}
      <ExternalIcon aria-hidden="true" size={16} className="shrink-0 text-muted" />
    </a>
  );
}
