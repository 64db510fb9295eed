/**
 * The names of the caches with the API's answers, for when the server cannot be reached: one cache for
 * answers that are the same for everybody, and one for each user, or for a visitor, with their own.
 *
 * **Invariant:** a user's data are in their cache alone. It is deleted, with the pictures seen meanwhile, once the
 * user has signed out or another has signed in.
 */
export const PREFIX = "mitai:kept:";
/** A digest that the build puts in: it changes when the form of the API's answers does. */
declare const API_FORMAT: string;
/** Prefix of the names of caches that hold answers. */
export const ANSWERS = `${PREFIX}${API_FORMAT}:`;

/** Name of the cache of pictures, which the worker keeps. */
export const PICTURES = `${PREFIX}pictures`;

export const cacheNameOf = (uid: string | null) => `${ANSWERS}of:${uid ?? ""}`;
/** Returns whether a cache holds a user's answers, in any version's form. */
const isPersonal = (name: string) => name.includes(":of:");

/** Drops the caches of others than this user, who comes after `before`; null is nobody. */
export async function deleteOthersCaches(uid: string | null, before: string | null) {
  // Only pages served by https have caches.
  if (!("caches" in globalThis)) return;
  const others = (await caches.keys()).filter(
    (name) => isPersonal(name) && name !== cacheNameOf(uid),
  );
  if (others.length === 0 && before === uid) return;
  await Promise.all([...others, PICTURES].map((name) => caches.delete(name)));
}
