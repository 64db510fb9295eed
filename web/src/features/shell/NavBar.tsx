import { useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { lateCode } from "@/lib/page-code";
import { IconButton } from "@/ui/Button";
import { MailIcon, SearchIcon } from "@/ui/icons";
import { AccountButtons } from "./AccountButtons";
import { Brand } from "./Brand";
import { mainLinks } from "./links";
import { Menu } from "./Menu";
import { ThemeSwitch } from "./ThemeSwitch";

/** The press that opens it fetches its code, where that is not there yet. */
const SearchBox = lateCode(() => import("./SearchBox"));

const linkClass =
  "whitespace-nowrap rounded-sm px-1 py-2 text-sm font-medium text-muted transition-colors hover:text-text aria-[current=page]:text-text aria-[current=page]:underline aria-[current=page]:decoration-accent aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8";

function Links() {
  const [path] = useLocation();
  const here = (href: string) => (path.toLowerCase() === href ? ("page" as const) : undefined);
  return (
    <>
      {mainLinks.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          aria-current={here(href)}
          className={`${linkClass} hidden @min-[56rem]:block`}
        >
          {label}
        </Link>
      ))}
      <Link href="/contactus" aria-current={here("/contactus")} className={linkClass}>
        <MailIcon size={20} aria-hidden="true" className="@min-[38rem]:hidden" />
        <span className="sr-only @min-[38rem]:not-sr-only">Contact-Us</span>
      </Link>
    </>
  );
}

/**
 * The fixed bar on top of every page. What is in it goes by the room in it, measured in letters: who
 * reads large ones has as little as on a phone, and finds the rest in the menu.
 */
export function NavBar() {
  const [searching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  return (
    <header className="@container fixed inset-x-0 top-0 z-40 h-bar border-b border-line/60 bg-bg/95 backdrop-blur-md">
      <nav
        aria-label="Main"
        className="page flex h-full items-center @min-[38rem]:gap-2 @min-[62rem]:gap-5"
      >
        <Brand />
        <div className="ml-auto flex items-center gap-3 @min-[56rem]:mr-auto @min-[56rem]:ml-4 @min-[62rem]:ml-6 @min-[62rem]:gap-7">
          <Links />
        </div>
        <IconButton
          ref={searchButton}
          label="Search"
          aria-expanded={searching}
          onClick={() => setSearching(true)}
        >
          <SearchIcon size={20} />
        </IconButton>
        <div className="hidden @min-[38rem]:block">
          <ThemeSwitch />
        </div>
        <div className="hidden @min-[19rem]:block">
          <AccountButtons />
        </div>
        <Menu />
      </nav>
      {searching && (
        <SearchBox
          onClose={() => {
            setSearching(false);
            searchButton.current?.focus();
          }}
        />
      )}
    </header>
  );
}
