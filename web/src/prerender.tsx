import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { createQueryClient, heroQuery } from "@/api/query";
import type { Seed } from "@/api/seed";
import type { HeroSlide } from "@/api/types";
import { App, PageFallback } from "@/app";
import { TitleHead } from "@/features/title/TitleHead";
import { Passage, TitleColumns } from "@/features/title/TitlePage";

/** How many slides the hero has as a rule, so that its bullets do not jump. */
const SLIDES = 10;

/** The texts the server replaces by those of the first slide. */
const slide: HeroSlide = {
  id: "__HERO_ID__",
  mal_id: 0,
  slug: "__HERO_SLUG__",
  title: "__HERO_TITLE__",
  image_url: "__HERO_IMAGE__",
  description: "__HERO_DESCRIPTION__",
  rating: null,
};

function render(path: string, seed: Seed, content?: ReactNode): string {
  const queries = createQueryClient(seed);
  const markup = renderToStaticMarkup(
    <Router ssrPath={path} ssrSearch="">
      <App queries={queries}>{content}</App>
    </Router>,
  );
  // Else the cache's timers keep the build from ending.
  queries.clear();
  return markup;
}

/** The home page's first screen, with the hero's first slide to be filled in. */
export function home(): string {
  const items = Array.from({ length: SLIDES }, (_, index) =>
    index === 0 ? slide : { ...slide, id: `later-${index}` },
  );
  return render("/", { [heroQuery().queryKey[0]]: { items, as_of: null, source: "built-in" } });
}

/**
 * A title's page down to its synopsis, to be filled in; how it stands comes with the app, and its room is
 * kept. The synopsis is a little wider than the app's, which is made anew: if the app's were the larger one,
 * it would count as painted only then.
 */
function titleWith(begun: boolean): string {
  const anime = {
    mal_id: 0,
    slug: "",
    title: "__TITLE_NAME__",
    title_english: null,
    title_japanese: "__TITLE_JAPANESE__",
    image_url: null,
    large_image_url: "__TITLE_POSTER__",
  };
  const standing = <div className="h-24 lg:h-18" />;
  const synopsis = { heading: "Synopsis", text: "__TITLE_SYNOPSIS__", begun };
  return render(
    "/anime/0",
    {},
    <article>
      <TitleHead anime={anime} standing={standing} listed={false} onToggleWatchlist={() => {}} />
      <TitleColumns>
        <Passage {...synopsis} width="max-w-first-text" />
      </TitleColumns>
    </article>,
  );
}

export const title = () => titleWith(false);
/** The same for a synopsis so long that a phone shows how it begins. */
export const longTitle = () => titleWith(true);

/** The first screen of every other page: the layout around a spinner. */
export function page(): string {
  return render("/page", {}, <PageFallback />);
}
