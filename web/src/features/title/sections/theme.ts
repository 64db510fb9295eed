/** An opening or ending theme as it is shown. */
export interface Song {
  name: string;
  /** The artist; null where the text does not name one in the usual form. */
  artist: string | null;
  /** The episodes that have the song, in the source's words; null where none are named. */
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
