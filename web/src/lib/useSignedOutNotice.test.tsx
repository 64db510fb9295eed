import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { homeSeed, signedInAs, takeWrite } from "@/test/account";
import { open } from "@/test/render";
import { answer } from "@/test/server";
import { fakeStreams } from "@/test/stream";

const NOTICE = "You were signed out on this device.";

afterEach(() => {
  vi.useRealTimers();
});

async function openSignedIn() {
  signedInAs();
  const streams = fakeStreams();
  const view = open("/profile", homeSeed);
  await screen.findByRole("tablist");
  await waitFor(() => expect(streams.begun()).toHaveLength(1));
  return { ...view, streams };
}

test("a sign-out from elsewhere shows a notice", async () => {
  const { streams } = await openSignedIn();
  answer("/api/v1/session", { user: null });
  act(() => streams.signedOut());
  expect(await screen.findByText("Please log in to view your profile.")).toBeVisible();
  expect(await screen.findByText(NOTICE)).toBeVisible();
});

test("logging out shows no notice", async () => {
  takeWrite("POST /api/v1/auth/logout", undefined);
  const { user } = await openSignedIn();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await user.click(screen.getByRole("button", { name: "Logout" }));
  await screen.findByRole("heading", { name: "Welcome Back" });
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.queryByText(NOTICE)).toBeNull();
});

test("a hidden tab shows the notice when it is visible again", async () => {
  const { streams } = await openSignedIn();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  answer("/api/v1/session", { user: null });
  act(() => streams.signedOut());
  await screen.findByText("Please log in to view your profile.");
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.queryByText(NOTICE)).toBeNull();
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(await screen.findByText(NOTICE)).toBeVisible();
});
