import { useEffect } from "react";
import { Link } from "wouter";
import { footerColumns } from "./footer-links";
import { Newsletter } from "./Newsletter";
import { SocialLinks } from "./SocialLinks";

function Columns() {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-6 gap-y-10">
      {footerColumns.map(({ title, links }) => (
        <nav key={title} aria-label={title}>
          <h2 className="text-sm font-semibold tracking-normal">{title}</h2>
          <ul className="mt-3 text-sm">
            {links.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  className="inline-block py-1.5 text-muted underline-offset-4 transition-colors hover:text-text hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  );
}

export default function Footer() {
  // Marks the document: until now the browser itself followed the links here.
  useEffect(() => {
    document.documentElement.dataset.footer = "running";
  }, []);
  return (
    <footer className="mt-24 overflow-hidden border-t border-line bg-surface">
      <div className="page">
        <div className="border-b border-line py-12">
          <Newsletter />
        </div>
        <div className="grid grid-cols-1 gap-12 py-14 lg:grid-cols-[1.1fr_2fr]">
          <div>
            <p className="flex items-baseline gap-3 text-2xl font-extrabold tracking-tight">
              Mitai
              <span
                lang="ja"
                aria-hidden="true"
                className="font-ja text-lg font-normal text-accent"
              >
                見たい
              </span>
            </p>
            <p className="mt-4 mb-6 max-w-sm text-muted">
              An anime rating and review platform: see what is worth watching, what others think of
              it, and keep what you want to watch.
            </p>
            <SocialLinks />
          </div>
          <Columns />
        </div>
        {/* The server's year may be another on New Year's Eve. */}
        <p suppressHydrationWarning className="border-t border-line py-6 text-sm text-muted">
          © {new Date().getFullYear()} Mitai. All rights reserved.
        </p>
      </div>
    </footer>
  );
}
