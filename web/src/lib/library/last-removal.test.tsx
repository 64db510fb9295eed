import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { ListEvent, Restore } from "@/api/list";
import { createQueryClient } from "@/api/query";
import { someUser } from "@/test/account";
import { someItem } from "@/test/list";
import { answer, server } from "@/test/server";
import { type Notify, offerRemovedEntry, removedEntry } from "./last-removal";

const { uid } = someUser();

function fakeActivity(...kinds: ListEvent["kind"][]) {
  const items = kinds.map((kind, index) => ({
    kind,
    event: 9 - index,
    title: "Mushishi",
    changes: [],
  })) as unknown as ListEvent[];
  answer("/api/v1/me/activity", { items, next: null });
}

function fakeRestore() {
  const restored: Restore[] = [];
  server.use(
    http.post("*/api/v1/me/list/restore", async ({ request }) => {
      restored.push((await request.json()) as Restore);
      const result = { mal_id: 1, event: 10, item: someItem(), error: null, changed_since: [] };
      return HttpResponse.json({ version: 10, position: "10-a", results: [result] } as object);
    }),
  );
  return restored;
}

test("the entry right before the removal is restored, with Undo", async () => {
  fakeActivity("added", "removed", "edited");
  const restored = fakeRestore();
  const said: string[] = [];
  const acts = new Map<string, () => void>();
  const notify: Notify = (message, _, more) => {
    said.push(message);
    if (more && "action" in more) acts.set(more.action.label, more.action.onAct);
  };
  await offerRemovedEntry({ queries: createQueryClient(), uid, notify }, 1);
  acts.get("Bring it back")?.();
  await waitFor(() => expect(said.at(-1)).toBe("“Mushishi” is as it was before."));
  expect(restored).toEqual([{ before: 8, mal_ids: [1], op_id: expect.any(String) }]);
  const undone: number[][] = [];
  server.use(
    http.post("*/api/v1/me/activity/undo", async ({ request }) => {
      undone.push(((await request.json()) as { events: number[] }).events);
      return HttpResponse.json({ version: 11, position: "11-a", results: [] } as object);
    }),
  );
  acts.get("Undo")?.();
  await waitFor(() => expect(undone).toEqual([[10]]));
});

test.each([
  ["which was edited since", ["edited", "added", "removed", "edited"], 7],
  ["which was a plan once more", ["added", "removed", "added", "removed", "edited", "added"], 6],
] as const)(
  "the newest entry that was taken off is brought back of a title %s",
  async (_, kinds, before) => {
    fakeActivity(...kinds);
    const asked = fakeRestore();
    await (await removedEntry(createQueryClient(), uid, 1))?.bringBack();
    expect(asked).toMatchObject([{ before }]);
  },
);

test.each([
  ["a title that was never removed", ["added"]],
  ["a plan that was removed", ["added", "removed", "added"]],
] as const)("%s has nothing to bring back", async (_, kinds) => {
  fakeActivity(...kinds);
  expect(await removedEntry(createQueryClient(), uid, 1)).toBeNull();
});
