import type { components } from "./schema.gen";

/** Short names for what the server answers, as its own description says. */
type Schemas = components["schemas"];

export type AnimeCard = Schemas["AnimeCard"];
export type AnimeDetails = Schemas["AnimeDetails"];
export type AnimePage = Schemas["AnimePage"];
export type ErrorCode = Schemas["ErrorCode"] | AccountCode | RecordCode;
export type Hero = Schemas["Hero"];
export type HeroSlide = Schemas["HeroSlide"];
export type Problem = Omit<Schemas["Problem"], "code"> & { code: ErrorCode };

type AccountCode =
  | "all_fields_required"
  | "email_taken"
  | "foreign_origin"
  | "fresh_sign_in_required"
  | "invalid_email"
  | "link_expired"
  | "not_signed_in"
  | "password_too_long"
  | "password_too_short"
  | "reset_link_expired"
  | "too_many_attempts"
  | "unsupported_media_type"
  | "wrong_credentials";

type RecordCode = "list_full" | "unknown_title";

/** How signing in with a provider can end, other than well. It comes in an address or a message. */
export type SignInCode =
  | "email_taken"
  | "link_required"
  | "sign_in_cancelled"
  | "sign_in_failed"
  | "sign_in_unavailable";

export interface User {
  uid: string;
  displayName: string;
  email: string;
  photoURL: string | null;
}

export interface SessionAnswer {
  user: User | null;
}

/** A title on one of the user's lists. */
export interface Entry {
  mal_id: number;
  slug: string;
  title: string;
  title_english: string | null;
  image_url: string | null;
  score: number | null;
  popularity: number | null;
  genres: string[];
  /** RFC 3339. */
  added_at: string;
}

export type ListName = "watchlist" | "history";

export interface ProfileTexts {
  displayName: string;
  bio: string;
  favoriteGenres: string;
}

/** All that a signed-in user keeps. Its version rises by one with every change. */
export interface UserRecord extends ProfileTexts {
  version: number;
  /** Newest first, as is the history. */
  watchlist: Entry[];
  history: Entry[];
}

/** One change of a record, as the live stream tells it. */
export type RecordChange =
  | { version: number; kind: "added"; list: ListName; entry: Entry }
  | { version: number; kind: "removed"; list: ListName; mal_id: number }
  | ({ version: number; kind: "profile" } & ProfileTexts);

export interface OwnSession {
  id: string;
  current: boolean;
  createdAt: string;
  lastSeenAt: string;
  userAgent: string | null;
}

/** Every write of the API: what it takes and what it answers. */
export interface Writes {
  "POST /api/v1/auth/signup": [
    { fullName: string; email: string; password: string },
    { user: User },
  ];
  "POST /api/v1/auth/login": [{ email: string; password: string }, { user: User }];
  "POST /api/v1/auth/logout": [undefined, undefined];
  "POST /api/v1/auth/link": [{ password: string }, { user: User }];
  "POST /api/v1/auth/password/forgot": [{ email: string }, { mailer: boolean }];
  "POST /api/v1/auth/password/reset": [{ token: string; password: string }, { user: User }];
  "DELETE /api/v1/auth/sessions/{id}": [undefined, undefined];
  "PATCH /api/v1/me/record": [Partial<ProfileTexts>, ProfileTexts & { version: number }];
  "PUT /api/v1/me/watchlist/{mal_id}": [undefined, { version: number }];
  "DELETE /api/v1/me/watchlist/{mal_id}": [undefined, { version: number }];
  "PUT /api/v1/me/history/{mal_id}": [undefined, { version: number }];
  "DELETE /api/v1/me/history/{mal_id}": [undefined, { version: number }];
  "DELETE /api/v1/me": [{ password?: string }, undefined];
}
