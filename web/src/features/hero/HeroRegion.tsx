import { useQuery } from "@tanstack/react-query";
import { heroQuery } from "@/api/query";
import { HEAD_END } from "@/lib/head-end";
import { Hero } from "./Hero";
import { HeroSkeleton } from "./HeroSkeleton";

interface Props {
  watchlisted: (malId: number) => boolean;
  onToggleWatchlist: (malId: number) => void;
}

/** The hero with its data, and a skeleton while there is none. */
export function HeroRegion(watchlist: Props) {
  const { data } = useQuery(heroQuery());
  if (!data?.items.length) return <HeroSkeleton />;
  return (
    <>
      <Hero slides={data.items} {...watchlist} />
      <div id={HEAD_END} />
    </>
  );
}
