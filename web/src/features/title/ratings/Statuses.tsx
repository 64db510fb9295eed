import type { StatusCounts } from "@/api/ratings";
import { formatCount } from "@/lib/format";
import { statuses, statusNames } from "@/lib/list/statuses";
import { Skeleton } from "@/ui/Spinner";

interface Props {
  /** The heading of the numbers, with whose lists are counted. */
  title: string;
  /** Undefined while they are on their way: an outline stands there for the eye alone. */
  counts: StatusCounts | undefined;
  /** Fewest people of a group whose number shows. */
  least: number;
}

/** The number of people who have the title on their lists, by watch status. */
export function Statuses({ title, counts, least }: Props) {
  return (
    <div aria-hidden={!counts || undefined}>
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-5">
        {statuses.map((status) => (
          <div key={status} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{statusNames[status]}</dt>
            <dd className="text-lg leading-8 font-bold tabular-nums">
              {counts ? (
                <Count count={counts[status]} least={least} />
              ) : (
                <Skeleton className="h-8 w-12" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Count({ count, least }: { count: number | null; least: number }) {
  if (count !== null) return formatCount(count);
  return (
    <span className="font-normal text-muted">
      <span aria-hidden="true">&lt;&nbsp;{least}</span>
      <span className="sr-only">Fewer than {least}</span>
    </span>
  );
}
