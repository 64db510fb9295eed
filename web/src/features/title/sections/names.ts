import type { Section, SectionName } from "@/api/extras";

/** The sections in the order of the page, as their headings call them. Their names are the ids of their places. */
const headings: Readonly<Record<SectionName, string>> = {
  characters: "Characters",
  staff: "Staff",
  episodes: "Episodes",
  videos: "Trailers and videos",
  themes: "Themes",
  links: "Streaming and links",
  recommendations: "Recommendations",
  statistics: "Statistics",
};

export const headingOf = (name: SectionName) => headings[name];

/** The sections that a title has, in the order of the page. */
export function inOrder(sections: readonly Section[]): Section[] {
  const names = Object.keys(headings);
  return sections.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}
