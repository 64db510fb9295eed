import { useId, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { useDismiss } from "@/lib/dismiss";
import { IconButton } from "@/ui/Button";
import { CloseIcon, MenuIcon } from "@/ui/icons";
import { mainLinks } from "./links";
import { ThemeSwitch } from "./ThemeSwitch";

/** On small screens: what the bar has no room for. */
export function Menu() {
  const [open, setOpen] = useState(false);
  const [path] = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useDismiss(box, open, () => {
    setOpen(false);
    if (box.current?.contains(document.activeElement)) button.current?.focus();
  });

  return (
    <div ref={box} className="@min-[56rem]:hidden">
      <IconButton
        ref={button}
        label={open ? "Close menu" : "Menu"}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? <CloseIcon size={22} /> : <MenuIcon size={22} />}
      </IconButton>
      <div
        id={id}
        hidden={!open}
        className="absolute inset-x-0 top-full animate-rise border-b border-line bg-surface shadow-raised"
      >
        <ul aria-label="Menu" className="page py-3">
          {mainLinks.map(({ href, label }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={path.toLowerCase() === href ? "page" : undefined}
                onClick={() => setOpen(false)}
                className="flex min-h-12 items-center border-b border-line text-lg font-medium aria-[current=page]:text-accent"
              >
                {label}
              </Link>
            </li>
          ))}
          <li className="flex min-h-14 items-center justify-between text-muted @min-[38rem]:hidden">
            Theme
            <ThemeSwitch />
          </li>
        </ul>
      </div>
    </div>
  );
}
