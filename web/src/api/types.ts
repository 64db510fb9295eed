import type { components, paths } from "./schema.gen";

/** Short names for what the server answers, as its own description says. */
type Schemas = components["schemas"];

export type AnimeCard = Schemas["AnimeCard"];
export type AnimeDetails = Schemas["AnimeDetails"];
export type AnimePage = Schemas["AnimePage"];
export type BrowseFacets = Schemas["BrowseFacets"];
export type BrowsePage = Schemas["BrowsePage"];
/** A title on one of the user's lists. */
export type Entry = Schemas["Entry"];
export type ErrorCode = Schemas["ErrorCode"];
export type Hero = Schemas["Hero"];
export type HeroSlide = Schemas["HeroSlide"];
export type ListName = Schemas["RecordList"];
/** One device on which the user is signed in. */
export type OwnSession = Schemas["Session"];
export type Problem = Schemas["Problem"];
/** One change of a library, as the live stream sends it. */
export type LibraryChange = Schemas["LiveChange"];
/** The answer to a change of the profile, as a change: it does not say the position. */
type ProfileAnswer = Schemas["ProfileState"] & {
  kind: "profile";
  preferences?: Schemas["Preferences"];
};
export type ReceivedChange = LibraryChange | ProfileAnswer;
export type SuggestedTitle = Schemas["SuggestedTitle"];
export type Suggestions = Schemas["Suggestions"];
export type User = Schemas["User"];
/** A signed-in user's library: profile, preferences, watchlist and history. */
export type UserLibrary = Schemas["Record"];
/** The answer to a change of the profile's texts. */
export type ProfileState = Schemas["ProfileState"];
export type ProfileTexts = Omit<ProfileState, "version">;

/** How signing in with a provider can end, other than well. It comes in an address or a message. */
export type SignInCode = Extract<
  ErrorCode,
  | "email_taken"
  | "link_required"
  | "sign_in_cancelled"
  | "sign_in_failed"
  | "sign_in_unavailable"
  | "too_many_attempts"
>;

type Json<Body> = { content: { "application/json": Body } };

/** Every read of the API, with what it answers. */
export type Reads = {
  [P in keyof paths]: paths[P] extends { get: { responses: { 200: Json<infer Body> } } }
    ? Body
    : never;
};

type Method = "post" | "put" | "patch" | "delete";

type Input<Operation> = Operation extends { requestBody: Json<infer Body> }
  ? Body
  : Operation extends { requestBody?: Json<infer Body> }
    ? unknown extends Body
      ? undefined
      : Body | undefined
    : undefined;

type Output<Operation> = Operation extends { responses: { 200: Json<infer Body> } }
  ? Body
  : Operation extends { responses: { 201: Json<infer Body> } }
    ? Body
    : undefined;

type WritesOf<M extends Method> = {
  [P in keyof paths as paths[P][M] extends undefined ? never : `${Uppercase<M>} ${P}`]: [
    Input<paths[P][M]>,
    Output<paths[P][M]>,
  ];
};

/** Every write of the API: what it takes and what it answers. */
export interface Writes
  extends WritesOf<"post">,
    WritesOf<"put">,
    WritesOf<"patch">,
    WritesOf<"delete"> {}
