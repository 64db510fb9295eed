import type { RefObject } from "react";
import { Link, useLocation } from "wouter";
import { useDismiss } from "@/lib/dismiss";
import { AccountButtons } from "./AccountButtons";
import { mainLinks } from "./links";
import { ThemeSwitch } from "./ThemeSwitch";

interface Props {
  id: string;
  /** The element with the panel and its button. */
  menu: RefObject<HTMLElement | null>;
  onFollow: () => void;
  onDismiss: () => void;
}

/** The panel that the menu's button opens. */
export default function MenuPanel({ id, menu, onFollow, onDismiss }: Props) {
  const [path] = useLocation();
  useDismiss(menu, true, onDismiss);
  return (
    <div
      id={id}
      className="absolute inset-x-0 top-full max-h-[calc(100dvh-var(--spacing-bar))] animate-rise overflow-y-auto border-b border-line bg-surface shadow-raised"
    >
      <ul aria-label="Menu" className="page py-3">
        {mainLinks.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={path.toLowerCase() === href ? "page" : undefined}
              onClick={onFollow}
              className="flex min-h-12 items-center border-b border-line text-lg font-medium aria-[current=page]:text-accent"
            >
              {label}
            </Link>
          </li>
        ))}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: its links take the keys */}
        <li className="ml-auto w-fit py-3 @min-[19rem]:hidden" onClick={onFollow}>
          <AccountButtons />
        </li>
        <li className="flex min-h-14 items-center justify-between text-muted @min-[38rem]:hidden">
          Theme
          <ThemeSwitch />
        </li>
      </ul>
    </div>
  );
}
