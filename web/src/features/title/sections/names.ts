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
  pictures: "Pictures",
  news: "News",
};

/** Names of the sections below the reviews. */
const LAST = ["pictures", "news"] as const;
type LastName = (typeof LAST)[number];
/** Name of a section above the reviews. */
export type FirstName = Exclude<SectionName, LastName>;

export const headingOf = (name: SectionName) => headings[name];

/** The sections that a title has above what readers say of it, and those below, each in the order of the page. */
export function inOrder(sections: readonly Section[]) {
  const names = Object.keys(headings);
  const ordered = sections.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  return { first: ordered.filter(isFirst), last: ordered.filter(isLast) };
}

const isLast = (section: Section): section is Section & { name: LastName } =>
  LAST.some((name) => name === section.name);
const isFirst = (section: Section): section is Section & { name: FirstName } => !isLast(section);
