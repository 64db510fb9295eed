import type { ListEvent } from "@/api/list";
import { titleCount } from "@/lib/format";

/** Changes of many titles at once, or shortly after one another. */
export interface Moment {
  /** When the first of them was made. */
  at: string;
  kind: ListEvent["kind"];
  cause: ListEvent["cause"];
  import: string | null;
  count: number;
}

/** Changes that are further apart are not of one deed. */
const GAP_MS = 60_000;
/** As many as make a change a big one. */
const MANY = { removed: 2, edited: 5, added: 5 } as const;

const time = ({ at }: Pick<ListEvent, "at">) => Date.parse(at);

function belongs(last: Moment, event: ListEvent): boolean {
  const isSame = last.kind === event.kind && last.cause === event.cause;
  return isSame && last.import === event.import && time(last) - time(event) <= GAP_MS;
}

/** The deeds that events are of, newest first as these are. */
export function momentsOf(events: readonly ListEvent[]): Moment[] {
  const moments: Moment[] = [];
  for (const event of events) {
    const last = moments.at(-1);
    if (last && belongs(last, event)) {
      last.count += 1;
      last.at = event.at;
    } else {
      const { at, kind, cause, import: name } = event;
      moments.push({ at, kind, cause, import: name, count: 1 });
    }
  }
  return moments;
}

/** An import is one, however many titles it has changed: of these one event alone is known. */
export const isBig = ({ kind, cause, count }: Moment) => cause === "import" || count >= MANY[kind];

/** The last loss: titles that went, and not because somebody had the list be as it was. */
export const lastLoss = (moments: readonly Moment[]) =>
  moments.find(
    ({ kind, cause }) => kind === "removed" && cause !== "undo" && cause !== "restore",
  ) ?? null;

/** The last instant before it. */
export const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString();

export const verbs = { removed: "removed", edited: "changed", added: "added" } as const;

/** "Before 50 titles were removed" */
export function momentText({ kind, cause, count, import: name }: Moment): string {
  if (cause === "import" && name) return `Before import ${name}`;
  return `Before ${titleCount(count)} ${count === 1 ? "was" : "were"} ${verbs[kind]}`;
}

/** As many changes of one deed that each still reads by itself. */
const FEW = 4;

/** Of what an import has written at once there is one event alone. */
const deedOf = ({
  event,
  at,
  kind,
  cause,
  device,
  import: imported,
  undone_import,
  changes,
}: ListEvent) =>
  JSON.stringify([
    at,
    kind,
    cause,
    (imported ?? undone_import) === null ? null : event,
    device,
    kind === "edited" ? changes.map(({ field }) => field) : [],
  ]);

/** Events that follow one another, with those together that one deed has made of many titles. */
export function together(events: readonly ListEvent[]): [ListEvent, ...ListEvent[]][] {
  const deeds: [ListEvent, ...ListEvent[]][] = [];
  for (const event of events) {
    const last = deeds.at(-1);
    if (last && deedOf(last[0]) === deedOf(event)) last.push(event);
    else deeds.push([event]);
  }
  return deeds.flatMap((deed) =>
    deed.length > FEW ? [deed] : deed.map((event): [ListEvent] => [event]),
  );
}
