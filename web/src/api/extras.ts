import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { apiPath, getJson } from "./client";
import type { components } from "./schema.gen";
import type { Reads } from "./types";

type Schemas = components["schemas"];

/** A section of a title's page, and how long it is. */
export type Section = Schemas["Section"];
export type SectionName = Schemas["SectionName"];
export type CastMember = Schemas["CastMemberBody"];
export type StaffMember = Schemas["StaffMemberBody"];
export type Episode = Schemas["EpisodeBody"];
export type Video = Schemas["VideoBody"];
export type Recommendation = Schemas["RecommendationBody"];
/** A picture of a title other than its poster. */
export type Picture = Schemas["PictureBody"];
export type News = Schemas["NewsBody"];
export type NamedLink = Schemas["NamedLink"];
/** Statistics of a title's audience at the source. */
export type ViewerCounts = Schemas["ViewerCountsBody"];
/** The facts of a title in a list of credits or recommendations. */
export type NamedTitle = Schemas["NamedTitle"];
export type CharacterMention = Schemas["CharacterBody"];
export type PersonMention = Schemas["PersonBody"];
export type Voice = Schemas["VoiceBody"];
export type PersonDetails = Schemas["PersonDetails"];
export type CharacterDetails = Schemas["CharacterDetails"];

/** API paths of reads that name a title, a person or a character by its number. */
type OfId = Extract<keyof Reads, `${string}/{id}` | `${string}/{id}/${string}`>;

/** One page of a list. */
interface Part<Item> {
  items: Item[];
  page: number;
  pages: number;
  total: number;
}

/** API paths of lists that come in pages. */
type InParts = {
  [P in OfId]: Reads[P] extends Part<unknown> ? P : never;
}[OfId];

/** Reads a section that comes as a whole. */
export const wholeQuery = <P extends OfId>(template: P, id: number) => {
  const address = apiPath(template, { id });
  return queryOptions({
    queryKey: [address] as const,
    queryFn: ({ signal }) => getJson<Reads[P]>(address, signal),
  });
};

/** Reads one page of a list. */
export const pageQuery = <P extends InParts>(template: P, id: number, page: number) => {
  const address = apiPath(template, { id }, { page });
  return queryOptions({
    queryKey: [address] as const,
    queryFn: ({ signal }) => getJson<Reads[P]>(address, signal),
  });
};

/** Reads a list page after page; `first` is the page that is there already. */
export const partsQuery = <Item>(template: InParts, id: number, first?: Part<Item>) =>
  infiniteQueryOptions({
    // Not the address of one page, whose answer is of another form.
    queryKey: [`${apiPath(template, { id })}#pages`] as const,
    queryFn: ({ pageParam, signal }) =>
      getJson<Part<Item>>(apiPath(template, { id }, { page: pageParam }), signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    initialData: () => (first ? { pages: [first], pageParams: [1] } : undefined),
  });

/** People or characters whose names begin with a text, page after page. */
export const namedQuery = (template: "/api/v1/people" | "/api/v1/characters", text: string) =>
  infiniteQueryOptions({
    queryKey: [`${apiPath(template, {}, { search: text })}#pages`] as const,
    queryFn: ({ pageParam, signal }) =>
      getJson<Part<PersonMention>>(
        apiPath(template, {}, { search: text, page: pageParam }),
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });

export const personQuery = (id: string) => {
  const address = apiPath("/api/v1/people/{id}", { id });
  return queryOptions({
    queryKey: [address] as const,
    queryFn: ({ signal }) => getJson<PersonDetails>(address, signal),
  });
};

export const characterQuery = (id: string) => {
  const address = apiPath("/api/v1/characters/{id}", { id });
  return queryOptions({
    queryKey: [address] as const,
    queryFn: ({ signal }) => getJson<CharacterDetails>(address, signal),
  });
};
