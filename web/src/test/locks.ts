import { vi } from "vitest";

type Work = () => Promise<void>;

/** Web Locks as far as the app uses them, for a browser that lacks them: one holder, first come. */
export function fakeLocks() {
  const held = new Map<string, Promise<unknown>>();
  const request = (name: string, options: { signal?: AbortSignal } | Work, callback?: Work) => {
    const work = typeof options === "function" ? options : callback;
    const signal = typeof options === "function" ? undefined : options.signal;
    const before = held.get(name) ?? Promise.resolve();
    const turn = before
      .catch(() => {})
      .then(() => {
        signal?.throwIfAborted();
        return work?.();
      });
    held.set(name, turn);
    return turn;
  };
  const known = { locks: { value: { request } }, onLine: { get: () => true } };
  vi.stubGlobal("navigator", Object.create(navigator, known));
}
