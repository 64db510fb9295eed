import { HttpResponse, http, type JsonBodyType } from "msw";
import { setupServer } from "msw/node";
import type { ErrorCode, Problem, Reads } from "@/api/types";
import { noRatings } from "./ratings";
import { reviewPage } from "./reviews";

/** The stand-in for our server. Each test says what answers; without a word nobody is signed in. */
export const server = setupServer(
  http.get("*/api/v1/session", () => HttpResponse.json({ user: null })),
  // Asked for each title that comes on a list: none was there before.
  http.get("*/api/v1/me/activity", () => HttpResponse.json({ items: [], next: null })),
  http.get("*/api/v1/me/unresolved", () => HttpResponse.json({ items: [], total: 0, next: null })),
  // Asked for by each title's page: nobody has rated it or written about it, and there is no page to put it on.
  http.get("*/api/v1/me/page", () => HttpResponse.json({ page: null })),
  http.get("*/api/v1/anime/:id/ratings", () => HttpResponse.json(noRatings)),
  http.get("*/api/v1/anime/:key/reviews", () => HttpResponse.json(reviewPage([]))),
  http.get("*/api/v1/me/reviews", () => HttpResponse.json({ items: [], next: null })),
  http.get("*/api/v1/me/reviews/:id", () =>
    HttpResponse.json({ review: null, helpful: [], reported: [] }),
  ),
  http.head(
    "*/api/v1/me/exports/csv",
    () => new HttpResponse(null, { headers: { "mitai-left-out-unresolved": "0" } }),
  ),
  http.get("*/api/v1/me/list", () =>
    HttpResponse.json({ version: 0, position: "0-a", items: [], titles: {} }),
  ),
);

const pattern = (template: keyof Reads) => `*${template.replace(/\{(\w+)\}/g, ":$1")}`;

type Reply<T> = (url: URL) => T;

function isReply<T>(body: T | Reply<T>): body is Reply<T> {
  return typeof body === "function";
}

/** Answers a read with a body of the type that the API describes. */
export function answer<P extends keyof Reads>(template: P, body: Reads[P] | Reply<Reads[P]>): void {
  server.use(
    http.get(pattern(template), ({ request }) =>
      HttpResponse.json((isReply(body) ? body(new URL(request.url)) : body) as JsonBodyType),
    ),
  );
}

/** Answers a read with a problem. */
export function refuse(template: keyof Reads, status: number, code: ErrorCode): void {
  const problem: Problem = {
    type: `urn:mitai:error:${code}`,
    title: code,
    status,
    code,
    detail: code,
    request_id: "test-request",
  };
  server.use(
    http.get(pattern(template), () =>
      HttpResponse.json(
        { ...problem },
        {
          status,
          headers: { "content-type": "application/problem+json" },
        },
      ),
    ),
  );
}

/** Lets a read fail as if the server could not be reached. */
export function unreachable(template: keyof Reads): void {
  server.use(http.get(pattern(template), () => HttpResponse.error()));
}
