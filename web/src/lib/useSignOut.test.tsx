import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { failureCode } from "@/api/errors";
import { someEntry, someUser } from "@/test/account";
import { fakeLists } from "@/test/fake-lists";
import { render } from "@/test/render";
import { answer, server } from "@/test/server";
import { fakeStreams } from "@/test/stream";
import { addEdits, dropAllEdits, pendingEdits } from "./library/edits";
import { addChange, pendingChanges } from "./library/outbox";
import { useLibrarySync } from "./library/useLibrarySync";
import { useSession } from "./session";
import { useSessionSync } from "./session-change";
import { UnsavedChanges, useSignOut } from "./useSignOut";

const user = someUser();

function Page({ onFailure }: { onFailure: (error: unknown) => void }) {
  useSessionSync();
  useLibrarySync();
  const signOut = useSignOut();
  return (
    <>
      <button type="button" onClick={() => signOut({ losing: false }).catch(onFailure)}>
        {useSession().status}
      </button>
      <button type="button" onClick={() => signOut({ losing: true }).catch(onFailure)}>
        lose
      </button>
    </>
  );
}

async function signedInPage() {
  fakeStreams();
  answer("/api/v1/session", { user });
  const failed = vi.fn();
  const view = render(<Page onFailure={failed} />);
  await screen.findByText("signed-in");
  return { failed, ...view };
}

const add = (malId: number) =>
  act(() =>
    addChange(user.uid, { method: "PUT", list: "watchlist", malId, entry: someEntry(malId) }),
  );

test("pending changes are sent before the session ends", async () => {
  const lists = fakeLists();
  const log: string[] = [];
  server.use(
    http.post("*/api/v1/auth/logout", () => {
      log.push(...lists.writes, "logout");
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const page = await signedInPage();
  add(1);
  add(2);
  await page.user.click(screen.getByRole("button", { name: "signed-in" }));
  await screen.findByText("signed-out");
  expect(log).toEqual(["PUT watchlist 1", "PUT watchlist 2", "logout"]);
  expect(page.failed).not.toHaveBeenCalled();
});

test("unsendable changes are dropped only on confirmation", async () => {
  const lists = fakeLists();
  lists.behavior = { status: 503, code: "unavailable" };
  server.use(http.post("*/api/v1/auth/logout", () => new HttpResponse(null, { status: 204 })));
  const page = await signedInPage();
  add(1);
  await page.user.click(screen.getByRole("button", { name: "signed-in" }));
  await waitFor(() => expect(page.failed).toHaveBeenCalledWith(new UnsavedChanges(1)));
  expect(pendingChanges(user.uid)).toHaveLength(1);
  await page.user.click(screen.getByRole("button", { name: "lose" }));
  await screen.findByText("signed-out");
  await waitFor(() => expect(pendingChanges(user.uid)).toEqual([]));
});

test("an unsent history entry does not block signing out", async () => {
  const lists = fakeLists();
  lists.behavior = { status: 503, code: "unavailable" };
  server.use(http.post("*/api/v1/auth/logout", () => new HttpResponse(null, { status: 204 })));
  const page = await signedInPage();
  act(() => addChange(user.uid, { method: "PUT", list: "history", malId: 1, entry: null }));
  await page.user.click(screen.getByRole("button", { name: "signed-in" }));
  await waitFor(() => expect(screen.getByText("signed-out")).toBeVisible());
});

test("refused notes are not dropped without confirmation", async () => {
  fakeLists();
  const page = await signedInPage();
  const edit = { notes: "long", today: "2026-11-25" };
  await act(() =>
    addEdits(user.uid, [{ malId: 1, edit, item: null, baseVersion: null, refused: "Too long." }]),
  );
  await page.user.click(screen.getByRole("button", { name: "signed-in" }));
  await waitFor(() => expect(page.failed).toHaveBeenCalledWith(new UnsavedChanges(1)));
  expect(pendingEdits(user.uid)).toMatchObject([{ edit: { notes: "long" } }]);
  await dropAllEdits(user.uid);
});

test("signing out fails without the server", async () => {
  fakeLists();
  server.use(http.post("*/api/v1/auth/logout", () => HttpResponse.error()));
  const page = await signedInPage();
  await page.user.click(screen.getByRole("button", { name: "signed-in" }));
  await waitFor(() => expect(page.failed).toHaveBeenCalledOnce());
  expect(failureCode(page.failed.mock.calls[0]?.[0])).toBe("unreachable");
  expect(screen.getByText("signed-in")).toBeVisible();
});
