/** Addresses of the drawn pictures: what shows when there is no real one, or when it fails to load. */

export function posterArt(malId: number): string {
  return `/art/poster/${malId}.svg`;
}

export function bannerArt(slideId: string): string {
  return `/art/banner/${encodeURIComponent(slideId)}.svg`;
}

/** Returns the address of a user's drawn avatar; `name` gives the initials. */
export function avatarArt(uid: string, name: string): string {
  return `/art/avatar/${encodeURIComponent(uid)}.svg?name=${encodeURIComponent(name)}`;
}
