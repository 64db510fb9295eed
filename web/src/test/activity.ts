import { screen } from "@testing-library/react";
import type { ActivityPage, ListEvent } from "@/api/list";
import { fakeLists } from "./fake-lists";
import { someItem } from "./list";
import { open } from "./render";
import { answer } from "./server";

/** Makes a change of a list, as the activity's answer has it. */
export function someEvent(event: number, fields: Partial<ListEvent> = {}): ListEvent {
  return {
    event,
    at: "2026-11-25T09:00:00Z",
    made_at: null,
    mal_id: event,
    title: `Title ${event}`,
    title_english: null,
    title_japanese: null,
    image_url: null,
    device: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    cause: "hand",
    undoes: null,
    restores: null,
    import: null,
    undone_import: null,
    changes: [],
    kind: "edited",
    can_undo: true,
    together: 1,
    ...fields,
  };
}

/** Opens Activity with these changes; what follows them is one change more. */
export async function showActivity(items: ListEvent[], next: ActivityPage["next"] = null) {
  const server = fakeLists({ items: [someItem({ mal_id: 7 })] });
  answer("/api/v1/me/activity", (url) =>
    url.searchParams.has("before") ? { items: [someEvent(1)], next: null } : { items, next },
  );
  const view = open("/activity");
  await screen.findAllByRole("tab");
  return { server, ...view };
}
