import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient, libraryQuery } from "@/api/query";
import { someEntry, someLibrary, someUser } from "@/test/account";
import { gate } from "@/test/gate";
import { answer, unreachable } from "@/test/server";
import { addChange, pendingChanges } from "./library/outbox";
import { useIsListed } from "./library/useLibrary";
import { useSession } from "./session";
import { useSessionChange, useSessionSync } from "./session-change";

const user = someUser();
const other = someUser({ uid: "01jd0000000000000000000000", displayName: "Kirito" });

function openTab() {
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      useSessionSync();
      return { session: useSession(), change: useSessionChange() };
    },
    { wrapper },
  );
  return {
    queries,
    wrapper,
    session: () => result.current.session,
    change: () => result.current.change,
    becomes: (status: string) => waitFor(() => expect(result.current.session.status).toBe(status)),
  };
}

const keepSomething = () =>
  addChange(user.uid, { method: "PUT", list: "watchlist", malId: 1, entry: someEntry(1) });

test("the server's session is shown, and the browser stores that there is one", async () => {
  answer("/api/v1/session", { user });
  const tab = openTab();
  expect(tab.session()).toMatchObject({ status: "unknown", expected: false });
  await tab.becomes("signed-in");
  expect(tab.session().user).toEqual(user);
  expect(openTab().session()).toMatchObject({ status: "unknown", expected: true });
  expect(document.documentElement.dataset.signedIn).toBe("");
});

test("signing in and out shows in every tab within a second", async () => {
  const [one, two] = [openTab(), openTab()];
  await Promise.all([one.becomes("signed-out"), two.becomes("signed-out")]);
  act(() => one.change().signedIn(user));
  await Promise.all([one.becomes("signed-in"), two.becomes("signed-in")]);
  expect(two.session().user).toEqual(user);
  act(() => two.change().signedOut(user.uid));
  await Promise.all([one.becomes("signed-out"), two.becomes("signed-out")]);
  expect(document.documentElement.dataset.signedIn).toBeUndefined();
});

test("logging out removes the user's data in every tab", async () => {
  answer("/api/v1/session", { user });
  const tabs = [openTab(), openTab()];
  await Promise.all(tabs.map((tab) => tab.becomes("signed-in")));
  for (const { queries } of tabs) {
    queries.setQueryData(libraryQuery(user.uid).queryKey, someLibrary());
  }
  keepSomething();
  act(() => tabs[0]?.change().signedOut(user.uid));
  await Promise.all(tabs.map((tab) => tab.becomes("signed-out")));
  for (const { queries } of tabs) {
    expect(queries.getQueryCache().findAll({ queryKey: libraryQuery(user.uid).queryKey })).toEqual(
      [],
    );
  }
  expect(Object.keys(localStorage)).toEqual([]);
});

test("a session that ended while the browser was closed leaves unsent changes, hidden", async () => {
  localStorage.setItem("mitai:signed-in", "1");
  keepSomething();
  const tab = openTab();
  expect(tab.session().expected).toBe(true);
  await tab.becomes("signed-out");
  await waitFor(() => expect(localStorage.getItem("mitai:signed-in")).toBeNull());
  expect(pendingChanges(user.uid)).toHaveLength(1);
  const { result } = renderHook(() => useIsListed("watchlist"), { wrapper: tab.wrapper });
  expect(result.current(1)).toBe(false);
});

test("another user sees no data of the previous one", async () => {
  answer("/api/v1/session", { user });
  const tab = openTab();
  await tab.becomes("signed-in");
  tab.queries.setQueryData(libraryQuery(user.uid).queryKey, someLibrary());
  keepSomething();
  act(() => tab.change().signedIn(other));
  await waitFor(() => expect(tab.session().user).toEqual(other));
  expect(tab.queries.getQueryData(libraryQuery(user.uid).queryKey)).toBeUndefined();
  expect(pendingChanges(user.uid)).toEqual([]);
});

test("an unreachable server signs nobody out", async () => {
  answer("/api/v1/session", { user });
  const tab = openTab();
  await tab.becomes("signed-in");
  keepSomething();
  unreachable("/api/v1/session");
  await act(() => tab.change().check());
  expect(tab.session().status).toBe("signed-in");
  expect(pendingChanges(user.uid)).toHaveLength(1);
  answer("/api/v1/session", { user: null });
  await act(() => tab.change().check());
  await tab.becomes("signed-out");
});

test("a sign-in outside of this page is found by a refresh", async () => {
  const [one, two] = [openTab(), openTab()];
  await Promise.all([one.becomes("signed-out"), two.becomes("signed-out")]);
  answer("/api/v1/session", { user });
  await act(async () => {
    expect(await one.change().refresh()).toEqual(user);
  });
  await Promise.all([one.becomes("signed-in"), two.becomes("signed-in")]);
});

test("a session replaced by another of the same user keeps its data", async () => {
  answer("/api/v1/session", { user });
  const [one, two] = [openTab(), openTab()];
  await Promise.all([one.becomes("signed-in"), two.becomes("signed-in")]);
  one.queries.setQueryData(libraryQuery(user.uid).queryKey, someLibrary());
  keepSomething();
  const seen = vi.fn();
  one.queries.getQueryCache().subscribe(() => seen(one.session().status));
  await act(() => one.change().check());
  expect(new Set(seen.mock.calls.flat())).toEqual(new Set(["signed-in"]));
  expect(one.queries.getQueryData(libraryQuery(user.uid).queryKey)).toBeDefined();
  expect(two.session().user).toEqual(user);
  expect(pendingChanges(user.uid)).toHaveLength(1);
});

test("a sign-in of another user shows in every tab", async () => {
  answer("/api/v1/session", { user });
  const [one, two] = [openTab(), openTab()];
  await Promise.all([one.becomes("signed-in"), two.becomes("signed-in")]);
  answer("/api/v1/session", { user: other });
  await act(() => one.change().check());
  for (const tab of [one, two]) await waitFor(() => expect(tab.session().user).toEqual(other));
});

test("a session's end is broadcast to all tabs, and leaves unsent changes", async () => {
  answer("/api/v1/session", { user });
  const [one, two] = [openTab(), openTab()];
  await Promise.all([one.becomes("signed-in"), two.becomes("signed-in")]);
  keepSomething();
  answer("/api/v1/session", { user: null });
  await act(() => one.change().check());
  await Promise.all([one.becomes("signed-out"), two.becomes("signed-out")]);
  expect(pendingChanges(user.uid)).toHaveLength(1);
});

test.each(["signed-out", "ended"])(
  "a late “%s” message ends no other user's session",
  async (kind) => {
    const tab = openTab();
    await tab.becomes("signed-out");
    answer("/api/v1/session", { user });
    act(() => tab.change().signedIn(user));
    await tab.becomes("signed-in");
    const late = new BroadcastChannel("mitai:session");
    late.postMessage({ kind, uid: other.uid });
    // Messages keep their order: the first has been received when the second shows.
    late.postMessage({ kind: "signed-in", user: { ...user, displayName: "Asuna" } });
    await waitFor(() => expect(tab.session().user?.displayName).toBe("Asuna"));
    late.close();
    expect(tab.session().status).toBe("signed-in");
  },
);

test("a late “ended” message does not end a newer session of the same user", async () => {
  answer("/api/v1/session", { user });
  const tab = openTab();
  await tab.becomes("signed-in");
  const late = new BroadcastChannel("mitai:session");
  const asked = gate();
  answer("/api/v1/session", () => {
    asked.open();
    return { user };
  });
  late.postMessage({ kind: "ended", uid: user.uid });
  await asked.passed;
  await waitFor(() => expect(tab.queries.isFetching()).toBe(0));
  late.close();
  expect(tab.session().user).toEqual(user);
});
