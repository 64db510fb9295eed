import { useLocation } from "wouter";
import type { Entry } from "@/api/types";
import { useUrlParam } from "@/lib/location";
import { Tabs } from "@/ui/Tabs";
import { Empty } from "./Empty";
import { OwnReviews } from "./OwnReviews";
import { PosterGrid } from "./PosterGrid";

const tabs = [
  { name: "watchlist", label: "Watchlist" },
  { name: "history", label: "History" },
  { name: "reviews", label: "Reviews" },
] as const;

interface Props {
  uid: string;
  watchlist: readonly Entry[];
  history: readonly Entry[];
  onRemove: (entry: Entry) => void;
}

/** The watchlist, the history and the reviews, newest first. Which one shows stands in the address. */
export function Lists({ uid, watchlist, history, onRemove }: Props) {
  const [path, navigate] = useLocation();
  const param = useUrlParam("tab");
  const selected = tabs.find(({ name }) => name === param)?.name ?? "watchlist";
  const select = (name: string) =>
    navigate(name === "watchlist" ? path : `${path}?tab=${name}`, { replace: true });
  return (
    <Tabs label="Your lists" tabs={tabs} selected={selected} onSelect={select}>
      {selected === "watchlist" && <Watchlist entries={watchlist} onRemove={onRemove} />}
      {selected === "history" && <History entries={history} />}
      {selected === "reviews" && <OwnReviews uid={uid} />}
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
