import { Link, useLocation } from "wouter";
import type { Entry } from "@/api/types";
import { useUrlParam } from "@/lib/location";
import { buttonClass } from "@/ui/Button";
import { Tabs } from "@/ui/Tabs";
import { PosterGrid } from "./PosterGrid";

const tabs = [
  { name: "watchlist", label: "Watchlist" },
  { name: "history", label: "History" },
] as const;

interface Props {
  watchlist: readonly Entry[];
  history: readonly Entry[];
  onRemove: (entry: Entry) => void;
}

/** The watchlist and the history, newest first. Which one shows stands in the address. */
export function Lists({ watchlist, history, onRemove }: Props) {
  const [path, navigate] = useLocation();
  const selected = useUrlParam("tab") === "history" ? "history" : "watchlist";
  const select = (name: string) =>
    navigate(name === "watchlist" ? path : `${path}?tab=${name}`, { replace: true });
  return (
    <Tabs label="Your lists" tabs={tabs} selected={selected} onSelect={select}>
      {selected === "watchlist" ? (
        <Watchlist entries={watchlist} onRemove={onRemove} />
      ) : (
        <History entries={history} />
      )}
    </Tabs>
  );
}

function Watchlist({
  entries,
  onRemove,
}: {
  entries: readonly Entry[];
  onRemove: (entry: Entry) => void;
}) {
  if (entries.length > 0) return <PosterGrid entries={entries} onRemove={onRemove} />;
  return (
    <Empty
      text="Your watchlist is empty."
      hint="Press the bookmark on a poster, and the title is kept here."
    />
  );
}

function History({ entries }: { entries: readonly Entry[] }) {
  if (entries.length > 0) return <PosterGrid entries={entries} />;
  return (
    <Empty text="Your history is empty." hint="The titles whose pages you open appear here." />
  );
}

function Empty({ text, hint }: { text: string; hint: string }) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line px-6 py-14 text-center">
      <p className="text-lg font-semibold">{text}</p>
      <p className="max-w-md text-muted">{hint}</p>
      <Link href="/" className={buttonClass("outline", "mt-4")}>
        Browse anime
      </Link>
    </div>
  );
}
