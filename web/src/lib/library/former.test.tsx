import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { ListEvent, Restore } from "@/api/list";
import { createQueryClient } from "@/api/query";
import { someUser } from "@/test/account";
import { someItem } from "@/test/list";
import { answer, server } from "@/test/server";
import { formerEntry } from "./former";

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

test("what there was right before the removal is brought back", async () => {
  fakeActivity("added", "removed", "edited");
  const restored: Restore[] = [];
  server.use(
    http.post("*/api/v1/me/list/restore", async ({ request }) => {
      restored.push((await request.json()) as Restore);
      const result = { mal_id: 1, event: 10, item: someItem(), error: null, changed_since: [] };
      return HttpResponse.json({ version: 10, position: "10-a", results: [result] } as object);
    }),
  );
  const former = await formerEntry(createQueryClient(), uid, 1);
  expect(former?.name).toBe("Mushishi");
  await former?.bringBack();
  expect(restored).toEqual([{ before: 8, mal_ids: [1], op_id: expect.any(String) }]);
});

test.each([
  ["a title that was never removed", ["added"]],
  ["a plan that was removed", ["added", "removed", "added"]],
] as const)("%s has nothing to bring back", async (_, kinds) => {
  fakeActivity(...kinds);
  expect(await formerEntry(createQueryClient(), uid, 1)).toBeNull();
});
