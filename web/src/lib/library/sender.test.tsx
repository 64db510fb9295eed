import { waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { someEntry, someUser } from "@/test/account";
import { fakeLists } from "@/test/fake-lists";
import { gate } from "@/test/gate";
import { addChange, dropChanges } from "./outbox";
import { sendChanges } from "./sender";

// Delays are longer than any test waits.
vi.mock("./backoff", () => ({ backoffDelay: () => 60_000 }));

const { uid } = someUser();

afterEach(() => dropChanges(uid));

test("a change that fails during reconnection is resent at once", async () => {
  const server = fakeLists();
  const { open, passed } = gate();
  server.wait = passed;
  server.behavior = "unreachable";
  const sender = sendChanges({
    uid,
    onConfirmed: () => {},
    onChangedSince: () => {},
    onRefused: () => {},
    checkSession: async () => {},
  });
  addChange(uid, { method: "PUT", list: "watchlist", malId: 1, entry: someEntry(1) });
  await waitFor(() => expect(server.writes).toHaveLength(1));
  sender.wake();
  open();
  await waitFor(() => expect(server.writes).toHaveLength(2));
  sender.stop();
});
