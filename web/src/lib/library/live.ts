import type { LibraryChange, UserLibrary } from "@/api/types";
import type { Replica } from "./replica";
import { listen, type Stream } from "./stream";
import { leadTabs } from "./tab-lock";

/** Both the lock that the leading tab holds and the channel to the others. */
const NAME = "mitai:live";

type TabMessage =
  | { kind: "change"; change: LibraryChange }
  | { kind: "snapshot"; record: UserLibrary }
  /** A tab that was opened or is looked at asks the others for their version. */
  | { kind: "ask" }
  | { kind: "at"; version: number };

interface Options {
  uid: string;
  replica: Replica;
  onSignedOut: () => Promise<void>;
  /** Called when the server can be reached. */
  onOpen: () => void;
  onFailure: () => void;
}

/**
 * Keeps the replicas of all tabs in step with the server by one stream: one tab leads, that is, it
 * holds the stream and passes on what it receives.
 */
export function followLive({ uid, replica, ...on }: Options): () => void {
  const channel = new BroadcastChannel(NAME);
  let stream: Stream | null = null;
  const broadcast = (message: TabMessage) => channel.postMessage({ uid, ...message });

  channel.onmessage = ({ data }: MessageEvent<TabMessage & { uid: string }>) => {
    if (data.uid !== uid) return;
    if (data.kind === "change") replica.receive(data.change);
    else if (data.kind === "snapshot") replica.replace(data.record);
    else if (data.kind === "at") replica.catchUpTo(data.version);
    else if (stream) {
      stream.wake();
      broadcast({ kind: "at", version: replica.version() ?? 0 });
    }
  };
  const lead = () => {
    stream = listen({
      ...on,
      since: replica.ready,
      onSnapshot: (library) => {
        replica.replace(library);
        broadcast({ kind: "snapshot", record: library });
      },
      onChange: (change) => {
        replica.receive(change);
        broadcast({ kind: "change", change });
      },
    });
    return () => {
      stream?.stop();
      stream = null;
    };
  };
  const stopLeading = leadTabs(NAME, lead);

  const onOnline = () => stream?.reopen();
  const onVisible = () => {
    if (document.hidden) return;
    if (stream) stream.wake();
    else broadcast({ kind: "ask" });
  };
  addEventListener("online", onOnline);
  document.addEventListener("visibilitychange", onVisible);
  broadcast({ kind: "ask" });
  return () => {
    removeEventListener("online", onOnline);
    document.removeEventListener("visibilitychange", onVisible);
    stopLeading();
    channel.close();
  };
}
