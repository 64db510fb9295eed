import { Link } from "wouter";
import type { AnimeDetails } from "@/api/types";

type Entry = AnimeDetails["relations"][number]["entries"][number];

/** The works this one belongs to, by kind; those in the catalogue lead to their pages. */
export function Relations({ relations }: Pick<AnimeDetails, "relations">) {
  const known = relations.filter(({ entries }) => entries.length > 0);
  if (known.length === 0) return null;
  return (
    <section>
      <h2 className="text-xl">Related works</h2>
      <dl className="mt-3 grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {known.map(({ kind, entries }) => (
          <div key={kind} className="border-t border-line pt-3">
            <dt className="text-sm text-muted">{kind}</dt>
            {entries.map((entry) => (
              <dd key={`${entry.type}-${entry.mal_id}`} className="mt-1">
                <Related entry={entry} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

function Related({ entry }: { entry: Entry }) {
  const kind = entry.type === "manga" && <span className="text-sm text-muted"> (manga)</span>;
  const name = entry.title_english?.trim() || entry.name;
  if (!entry.slug) {
    return (
      <>
        {name}
        {kind}
      </>
    );
  }
  return (
    <Link href={`/anime/${entry.slug}`} className="text-accent underline underline-offset-4">
      {name}
    </Link>
  );
}
