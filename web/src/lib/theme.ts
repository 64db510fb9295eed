import { useSyncExternalStore } from "react";

export type Theme = "dark" | "light";

/** Also read by the script in index.html, which sets the theme before the first paint. */
const KEY = "mitai:theme";
const SYSTEM_LIGHT = "(prefers-color-scheme: light)";

const listeners = new Set<() => void>();

function announce() {
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent) {
  if (event.key !== KEY) return;
  show(event.newValue);
}

function subscribe(listener: () => void) {
  const system = matchMedia(SYSTEM_LIGHT);
  listeners.add(listener);
  system.addEventListener("change", listener);
  addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    system.removeEventListener("change", listener);
    removeEventListener("storage", onStorage);
  };
}

function current(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "dark" || chosen === "light") return chosen;
  return matchMedia(SYSTEM_LIGHT).matches ? "light" : "dark";
}

function show(theme: string | null) {
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  announce();
}

/** Returns the theme in use: the visitor's choice, else the system's. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current, () => "dark");
}

/** Chooses a theme in every tab, and keeps it where the browser lets us. */
export function chooseTheme(theme: Theme) {
  show(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be switched off; the choice then lasts until the page is left.
  }
}
