/**
 * Where this browser keeps what the API has answered, to be there when the server is not: a cache for
 * what everybody is told, and one for each user, or for a visitor, with what they were told or looked at.
 *
 * **Invariant:** what belongs to a user is in their cache alone, and that goes as soon as somebody else
 * is signed in, or nobody, with the pictures that were seen meanwhile.
 */
const PREFIX = "mitai:kept:";
export const EVERYONE = `${PREFIX}everyone`;
/** The worker keeps these. */
export const PICTURES = `${PREFIX}pictures`;

export const keptOf = (uid: string | null) => `${PREFIX}of:${uid ?? ""}`;
export const isPersonal = (name: string) => name.startsWith(`${PREFIX}of:`);

/** Drops what is kept of others than this user; null is nobody. */
export async function dropOthersKept(uid: string | null) {
  // Only pages that come by https have any.
  if (!("caches" in globalThis)) return;
  const others = (await caches.keys()).filter((name) => isPersonal(name) && name !== keptOf(uid));
  if (others.length === 0) return;
  await Promise.all([...others, PICTURES].map((name) => caches.delete(name)));
}
