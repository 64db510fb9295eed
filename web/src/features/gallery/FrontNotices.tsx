import { useQuery } from "@tanstack/react-query";
import { heroQuery, popularQuery } from "@/api/query";
import { useRetryFailed } from "@/api/retry";
import { useArrivalNotice } from "@/lib/notice";
import { CachedNotice } from "@/ui/CachedNotice";
import { FailureNotice } from "@/ui/FailureNotice";
import { Notice } from "@/ui/Notice";

interface Props {
  page: number;
}

/** Notices above the hero and the gallery. */
export default function FrontNotices({ page }: Props) {
  const arrival = useArrivalNotice();
  return (
    <>
      {arrival && (
        <div className="page py-4">
          <Notice tone="info">{arrival}</Notice>
        </div>
      )}
      <FrontFailure page={page} />
    </>
  );
}

/**
 * One notice, whether the gallery, the hero or both cannot be had, or only as they were. It stays below the bar while the
 * page scrolls, because what is missing may be far from where the reader is.
 */
function FrontFailure({ page }: Props) {
  const gallery = useQuery(popularQuery(page));
  const hero = useQuery(heroQuery());
  const retry = useRetryFailed();
  const failed = [gallery, hero].find(({ error, data }) => error && !data);
  if (!failed) return <CachedNotice of={[gallery, hero]} />;
  return (
    <div className="failure-bar page sticky top-bar z-30 py-4">
      <FailureNotice error={failed.error} onRetry={retry} />
    </div>
  );
}
