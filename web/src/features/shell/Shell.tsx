import type { ReactNode } from "react";
import { lateCode } from "@/lib/page-code";
import { NavBar } from "./NavBar";
import { PlainSearch } from "./PlainSearch";

/** The footer, whose code loads late: its links work without it. */
const Footer = lateCode(() => import("./Footer"));
const ScrollToTop = lateCode(() => import("./ScrollToTop"));

/** The layout every page shares. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-accent-fill px-5 py-3 text-sm font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavBar />
      <main id="main" tabIndex={-1} className="min-h-[90vh] pt-bar outline-none">
        {/* The app's own bundle has none of it: React leaves out what is in a noscript element. */}
        <noscript>{import.meta.env.SSR && <PlainSearch />}</noscript>
        {children}
      </main>
      <Footer />
      <ScrollToTop />
    </>
  );
}
