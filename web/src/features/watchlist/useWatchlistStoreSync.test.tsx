import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { useLibrarySync } from "@/lib/library/useLibrarySync";
import { someUser } from "@/test/account";
import { fakeLists } from "@/test/fake-lists";
import { render } from "@/test/render";
import { answer } from "@/test/server";
import { fakeStreams } from "@/test/stream";
import { AlertProvider } from "@/ui/AlertProvider";
import { ToastProvider } from "@/ui/ToastProvider";
import { useWatchlistStoreSync } from "./useWatchlistStoreSync";
import { useWatchlist, WatchlistProvider } from "./watchlist";

beforeEach(() => fakeStreams());

function Library() {
  useLibrarySync();
  useWatchlistStoreSync();
  return <p>library is there</p>;
}

/** A button that keeps the watchlist of its first render, like a page that has just been hydrated. */
function EarlyToggle() {
  const [{ onToggleWatchlist }] = useState(useWatchlist());
  return (
    <button type="button" onClick={() => onToggleWatchlist(3)}>
      toggle
    </button>
  );
}

function Page() {
  const [isThere, setThere] = useState(false);
  return (
    <ToastProvider>
      <AlertProvider>
        <WatchlistProvider>
          <EarlyToggle />
          <button type="button" onClick={() => setThere(true)}>
            load
          </button>
          {isThere && <Library />}
        </WatchlistProvider>
      </AlertProvider>
    </ToastProvider>
  );
}

test("a watchlist press is sent, whether made before or after the library code loads", async () => {
  answer("/api/v1/session", { user: someUser() });
  const server = fakeLists();
  const { user } = render(<Page />);
  const toggle = screen.getByRole("button", { name: "toggle" });
  await user.click(toggle);
  await user.click(screen.getByRole("button", { name: "load" }));
  await waitFor(() => expect(server.writes).toEqual(["PUT watchlist 3"]));
  await user.click(toggle);
  await waitFor(() => expect(server.writes).toEqual(["PUT watchlist 3", "DELETE list 3"]));
});
