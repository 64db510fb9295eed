import type { LibraryChange, UserLibrary } from "@/api/types";
import { backoffDelay } from "./backoff";

const ADDRESS = "/api/v1/me/live";

interface Listener {
  /** Returns the position to go on from. Fails where there is none to be had. */
  since: () => Promise<string>;
  onOpen: () => void;
  onSnapshot: (library: UserLibrary) => void;
  onChange: (change: LibraryChange) => void;
  /** The server has ended the session. It comes back unless it is stopped before this is settled. */
  onSignedOut: () => Promise<void>;
  /** Called when the stream could not be opened, or broke off; it comes back by itself. */
  onFailure: () => void;
}

export interface Stream {
  /** Opens the stream at once, if it waits to come back. */
  wake: () => void;
  /** Begins anew: the network has changed, and the connection may be dead without saying so. */
  reopen: () => void;
  stop: () => void;
}

type StreamHandlers = Pick<Listener, "onOpen" | "onSnapshot" | "onChange"> & {
  onSignedOut: () => void;
};

function open(
  since: string,
  { onOpen, onSnapshot, onChange, onSignedOut }: StreamHandlers,
): EventSource {
  const source = new EventSource(`${ADDRESS}?since=${since}`);
  const on = <T>(name: string, receive: (data: T) => void) =>
    source.addEventListener(name, ({ data }: MessageEvent<string>) => receive(JSON.parse(data)));
  source.onopen = onOpen;
  on("snapshot", onSnapshot);
  on("change", onChange);
  on("signed_out", onSignedOut);
  return source;
}

/** Listens to the library's live stream until it is stopped. */
export function listen(listener: Listener): Stream {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let stopped = false;

  const close = () => {
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    source = null;
  };
  const fail = () => {
    if (stopped) return;
    close();
    failures += 1;
    timer = setTimeout(connect, backoffDelay(failures));
    listener.onFailure();
  };
  const onOpen = () => {
    failures = 0;
    listener.onOpen();
  };
  const onSignedOut = async () => {
    close();
    await listener.onSignedOut();
    if (!stopped) begin();
  };
  const connect = async () => {
    close();
    try {
      const since = await listener.since();
      if (stopped || source) return;
      source = open(since, { ...listener, onOpen, onSignedOut });
      // The browser would come back too, but to the position of the beginning.
      source.onerror = fail;
    } catch {
      fail();
    }
  };
  const begin = () => {
    failures = 0;
    connect();
  };
  begin();
  return {
    wake: () => {
      if (timer !== undefined) begin();
    },
    reopen: begin,
    stop: () => {
      stopped = true;
      close();
    },
  };
}
