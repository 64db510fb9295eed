import { type PageCode, pageCode } from "@/lib/page-code";

/** The pages whose code is a file of its own, by the path they stand at; "/" is in the app itself. */
export const pages = {
  "/anime/:key": pageCode("src/routes/Title.tsx", () => import("@/routes/Title")),
  "/browse": pageCode("src/routes/Browse.tsx", () => import("@/routes/Browse")),
  "/about": pageCode("src/routes/About.tsx", () => import("@/routes/About")),
  "/watchlist": pageCode("src/routes/Watchlist.tsx", () => import("@/routes/Watchlist")),
  "/contactus": pageCode("src/routes/ContactUs.tsx", () => import("@/routes/ContactUs")),
  "/profile": pageCode("src/routes/Profile.tsx", () => import("@/routes/Profile")),
  "/login": pageCode("src/routes/Login.tsx", () => import("@/routes/Login")),
  "/signup": pageCode("src/routes/Signup.tsx", () => import("@/routes/Signup")),
  "/forgot": pageCode("src/routes/Forgot.tsx", () => import("@/routes/Forgot")),
  "/reset": pageCode("src/routes/Reset.tsx", () => import("@/routes/Reset")),
  "/account": pageCode("src/routes/Account.tsx", () => import("@/routes/Account")),
  "/privacy": pageCode("src/routes/Privacy.tsx", () => import("@/routes/Privacy")),
  "/terms": pageCode("src/routes/Terms.tsx", () => import("@/routes/Terms")),
  "/faq": pageCode("src/routes/Faq.tsx", () => import("@/routes/Faq")),
  "/feedback": pageCode("src/routes/Feedback.tsx", () => import("@/routes/Feedback")),
  "/report": pageCode("src/routes/Report.tsx", () => import("@/routes/Report")),
} as const satisfies Record<string, PageCode>;

/** What searching needs beside the home page. */
export const SearchResults = pageCode(
  "src/features/gallery/SearchResults.tsx",
  () => import("@/features/gallery/SearchResults"),
);

/** What signed-in users go to; fetched ahead, so that it opens without a network too. */
export const ownPages = [
  pages["/anime/:key"],
  pages["/watchlist"],
  pages["/profile"],
  pages["/account"],
];

/** The page at an address whose code is a file of its own, if it is one of these. */
export function pageAt(path: string, query: string): PageCode | null {
  const [, first = ""] = path.toLowerCase().split("/");
  if (first === "") {
    return new URLSearchParams(query).get("search")?.trim() ? (SearchResults as PageCode) : null;
  }
  const key = first === "anime" ? "/anime/:key" : `/${first}`;
  return key in pages ? pages[key as keyof typeof pages] : null;
}

/** Makes every page render at once. */
export async function preloadAll() {
  await Promise.all([...Object.values(pages), SearchResults].map((page) => page.preload()));
}
