import type { components } from "./schema.gen";

/** Short names for what the server answers, as its own description says. */
type Schemas = components["schemas"];

export type AnimeCard = Schemas["AnimeCard"];
export type AnimeDetails = Schemas["AnimeDetails"];
export type AnimePage = Schemas["AnimePage"];
export type Hero = Schemas["Hero"];
export type HeroSlide = Schemas["HeroSlide"];

/** How signing in with a provider can end, other than well. It comes in an address or a message. */
export type SignInCode = Extract<
  Schemas["ErrorCode"],
  "email_taken" | "link_required" | `sign_in_${string}`
>;
/** What an answer of the API can fail with. */
export type ErrorCode = Exclude<
  Schemas["ErrorCode"],
  "link_required" | "sign_in_cancelled" | "sign_in_failed" | "sign_in_unavailable"
>;
export type Problem = Omit<Schemas["Problem"], "code"> & { code: ErrorCode };

export type User = Schemas["User"];
export type SessionAnswer = Schemas["SessionState"];
export type OwnSession = Schemas["Session"];

/** A title on one of the user's lists. */
export type Entry = Schemas["Entry"];
export type ProfileTexts = Omit<Schemas["ProfileState"], "version">;
/** All that a signed-in user keeps. Its version rises by one with every change. */
export type UserRecord = Schemas["Record"];
/** One change of a record, as the live stream tells it. */
export type RecordChange = Schemas["LiveChange"];
export type ListName = Extract<RecordChange, { kind: "added" }>["list"];

/** Every write of the API: what it takes and what it answers. */
export interface Writes {
  "POST /api/v1/auth/signup": [Schemas["SignUpForm"], Schemas["SignedIn"]];
  "POST /api/v1/auth/login": [Schemas["LoginForm"], Schemas["SignedIn"]];
  "POST /api/v1/auth/logout": [undefined, undefined];
  "POST /api/v1/auth/link": [{ password: string }, { user: User }];
  "POST /api/v1/auth/password/forgot": [{ email: string }, { mailer: boolean }];
  "POST /api/v1/auth/password/reset": [{ token: string; password: string }, { user: User }];
  "DELETE /api/v1/auth/sessions/{id}": [undefined, undefined];
  "PATCH /api/v1/me/record": [Schemas["ProfileForm"], Schemas["ProfileState"]];
  "PUT /api/v1/me/watchlist/{mal_id}": [undefined, Schemas["RecordVersion"]];
  "DELETE /api/v1/me/watchlist/{mal_id}": [undefined, Schemas["RecordVersion"]];
  "PUT /api/v1/me/history/{mal_id}": [undefined, Schemas["RecordVersion"]];
  "DELETE /api/v1/me/history/{mal_id}": [undefined, Schemas["RecordVersion"]];
  "DELETE /api/v1/me": [Schemas["DeletionForm"], undefined];
}
