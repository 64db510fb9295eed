/** A song as it is shown. */
export interface Song {
  name: string;
  /** Who plays it, or null where the text does not say it in the usual form. */
  artist: string | null;
  /** In which episodes, in the source's words. */
  episodes: string | null;
}

/** Reads `1: "Name (名前)" by Artist (eps 1-13)`; what has another form is a name. */
export function readSong(text: string): Song {
  const whole = text.trim().replace(/^#?\d+:\s*/, "");
  const parts = /^"(.+)"\s+by\s+(.+?)(?:\s*\((eps?\.?\s[^)]*)\))?$/i.exec(whole);
  const [, name, artist, episodes] = parts ?? [];
  return {
    name: name ?? whole,
    artist: artist ?? null,
    episodes: episodes ?? null,
  };
}
