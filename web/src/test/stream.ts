import { vi } from "vitest";
import type { LibraryChange, UserLibrary } from "@/api/types";

/** The browser's end of a live stream, with the server's voice in the test's hand. */
class FakeStream extends EventTarget {
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly since: string;

  constructor(address: string) {
    super();
    this.since = new URL(address, "http://x").searchParams.get("since") ?? "";
    open.push(this);
    queueMicrotask(() => this.onopen?.());
  }

  close() {
    const at = open.indexOf(this);
    if (at >= 0) open.splice(at, 1);
  }

  say(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

const open: FakeStream[] = [];

/** Fakes the page's live streams; a test speaks through them. */
export function fakeStreams() {
  open.length = 0;
  vi.stubGlobal("EventSource", FakeStream);
  const say = (name: string, data: unknown) => {
    for (const stream of [...open]) stream.say(name, data);
  };
  return {
    /** Returns the versions after which the open streams began. */
    begun: () => open.map(({ since }) => Number.parseInt(since, 10)),
    /** Returns the positions after which the open streams began. */
    positions: () => open.map(({ since }) => since),
    change: (change: LibraryChange) => say("change", change),
    snapshot: (record: UserLibrary) => say("snapshot", record),
    signedOut: () => say("signed_out", {}),
    /** Has all streams break off, as when the server goes away. */
    breakOff: () => {
      for (const stream of [...open]) stream.onerror?.();
    },
  };
}
