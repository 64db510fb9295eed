import { usePageTitle } from "@/ui/page-title";
import { DropZone } from "./DropZone";
import { ExportList } from "./ExportList";
import { MadeImports, OpenImports } from "./Imports";
import { sources } from "./texts";
import { Unresolved } from "./Unresolved";
import { Uploads } from "./Uploads";
import type { useUploads } from "./useUploads";

interface Props {
  uid: string;
  uploads: ReturnType<typeof useUploads>;
}

/** Bringing files, what was brought before, what has found no title, and taking the list along. */
export function Start({ uid, uploads }: Props) {
  usePageTitle("Import and export");
  return (
    <div className="page py-8 sm:py-12">
      <h1 className="text-2xl">Bring your list</h1>
      <p className="mt-2 mb-6 max-w-text text-muted">
        Everything you have kept elsewhere: statuses, episodes, scores, dates, rewatches, notes and
        tags.
      </p>
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
          <DropZone onFiles={uploads.add} small={uploads.uploads.length > 0} />
          <Uploads {...uploads} />
          <OpenImports uid={uid} />
        </div>
        <Sources />
      </div>
      <div className="mt-14 grid grid-cols-1 gap-14">
        <MadeImports uid={uid} />
        <Unresolved uid={uid} />
        <ExportList uid={uid} />
      </div>
    </div>
  );
}

function Sources() {
  return (
    <section>
      <h2 className="text-lg">Where your file is</h2>
      <dl className="mt-3 divide-y divide-line border-y border-line">
        {sources.map(({ name, how }) => (
          <div
            key={name}
            className="grid grid-cols-1 gap-x-4 py-2.5 sm:grid-cols-[8rem_minmax(0,1fr)]"
          >
            <dt className="font-semibold">{name}</dt>
            <dd className="text-sm leading-relaxed text-muted">{how}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
