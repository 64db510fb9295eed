import { useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { IconButton } from "@/ui/Button";
import { MailIcon, SearchIcon } from "@/ui/icons";
import { AccountButtons } from "./AccountButtons";
import { Brand } from "./Brand";
import { mainLinks } from "./links";
import { Menu } from "./Menu";
import { SearchBox } from "./SearchBox";
import { ThemeSwitch } from "./ThemeSwitch";

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
          className={`${linkClass} hidden md:block`}
        >
          {label}
        </Link>
      ))}
      <Link href="/contactus" aria-current={here("/contactus")} className={linkClass}>
        <MailIcon size={20} aria-hidden="true" className="sm:hidden" />
        <span className="sr-only sm:not-sr-only">Contact-Us</span>
      </Link>
    </>
  );
}

/** The fixed bar on top of every page, 70 px high. */
export function NavBar() {
  const [searching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  return (
    <header className="fixed inset-x-0 top-0 z-40 h-bar border-b border-line/60 bg-bg/95 backdrop-blur-md">
      <nav aria-label="Main" className="page flex h-full items-center sm:gap-2 lg:gap-5">
        <Brand />
        <div className="ml-auto flex items-center gap-3 md:mr-auto md:ml-4 lg:ml-6 lg:gap-7">
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
        <div className="hidden sm:block">
          <ThemeSwitch />
        </div>
        <AccountButtons />
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
