import { vi } from "vitest";
import type { User } from "@/api/types";
import { cacheNameOf } from "@/lib/offline-cache/names";

/** A browser's `caches`, as far as it is used, and all that is in them by cache and address. */
export function someCaches(): Map<string, Map<string, string>> {
  const all = new Map<string, Map<string, string>>();
  const open = async (name: string) => {
    const cache = all.get(name) ?? new Map<string, string>();
    all.set(name, cache);
    return {
      put: async (address: string, answer: Response) => {
        const text = await answer.text();
        cache.delete(address);
        cache.set(address, text);
      },
      keys: async () =>
        [...cache.keys()].map((address) => new Request(new URL(address, location.href))),
      delete: async ({ url }: Request) => cache.delete(new URL(url).pathname),
    };
  };
  vi.stubGlobal("caches", {
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (address: string, { cacheName }: { cacheName: string }) => {
      const text = all.get(cacheName)?.get(address);
      return text === undefined ? undefined : new Response(text);
    },
  });
  return all;
}

/** Makes this user's session the cached one. */
export function cacheSession(all: ReturnType<typeof someCaches>, user: User) {
  localStorage.setItem("mitai:signed-in", user.uid);
  all.set(cacheNameOf(user.uid), new Map([["/api/v1/session", JSON.stringify({ user })]]));
}
