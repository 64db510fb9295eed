import type { components } from "./schema.gen";

/** Short names for what the server answers, as its own description says. */
type Schemas = components["schemas"];

export type AnimeCard = Schemas["AnimeCard"];
export type AnimeDetails = Schemas["AnimeDetails"];
export type AnimePage = Schemas["AnimePage"];
export type ErrorCode = Schemas["ErrorCode"];
export type Hero = Schemas["Hero"];
export type HeroSlide = Schemas["HeroSlide"];
export type Problem = Schemas["Problem"];
