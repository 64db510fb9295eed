import { type PageCode, pageCode } from "@/lib/page-code";

/** The pages whose code is a file of its own, by the path they stand at; "/" is in the app itself. */
export const pages = {
  "/anime/:key": pageCode(() => import("@/routes/Title")),
  "/person/:id": pageCode(() => import("@/routes/Person")),
  "/character/:id": pageCode(() => import("@/routes/Character")),
  "/review/:id": pageCode(() => import("@/routes/Review")),
  "/user/:name": pageCode(() => import("@/routes/User")),
  "/browse": pageCode(() => import("@/routes/Browse")),
  "/about": pageCode(() => import("@/routes/About")),
  "/watchlist": pageCode(() => import("@/routes/Watchlist")),
  "/contactus": pageCode(() => import("@/routes/ContactUs")),
  "/profile": pageCode(() => import("@/routes/Profile")),
  "/login": pageCode(() => import("@/routes/Login")),
  "/signup": pageCode(() => import("@/routes/Signup")),
  "/forgot": pageCode(() => import("@/routes/Forgot")),
  "/reset": pageCode(() => import("@/routes/Reset")),
  "/account": pageCode(() => import("@/routes/Account")),
  "/activity": pageCode(() => import("@/routes/Activity")),
  "/import": pageCode(() => import("@/routes/Import")),
  "/statistics": pageCode(() => import("@/routes/Statistics")),
  "/privacy": pageCode(() => import("@/routes/Privacy")),
  "/terms": pageCode(() => import("@/routes/Terms")),
  "/faq": pageCode(() => import("@/routes/Faq")),
  "/developers": pageCode(() => import("@/routes/Developers")),
  "/feedback": pageCode(() => import("@/routes/Feedback")),
  "/report": pageCode(() => import("@/routes/Report")),
} as const satisfies Record<string, PageCode>;

/** What searching needs beside the home page. */
export const SearchResults = pageCode(() => import("@/features/gallery/SearchResults"));

/** What signed-in users go to; fetched ahead, so that it opens without a network too. */
export const ownPages = [
  pages["/anime/:key"],
  pages["/watchlist"],
  pages["/profile"],
  pages["/account"],
  pages["/activity"],
  pages["/statistics"],
];

/** The page at an address whose code is a file of its own, if it is one of these. */
export function pageAt(path: string, query: string): PageCode | null {
  const [, first = ""] = path.toLowerCase().split("/");
  if (first === "") {
    return new URLSearchParams(query).get("search")?.trim() ? (SearchResults as PageCode) : null;
  }
  const found = Object.entries(pages).find(([page]) => page.split("/")[1] === first);
  return found?.[1] ?? null;
}
