import { QueryObserver } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { homeSeed, signedInAs, someEntry, someLibrary } from "@/test/account";
import { details, hero, listing } from "@/test/anime";
import { gate } from "@/test/gate";
import { open } from "@/test/render";
import { answer, refuse, unreachable } from "@/test/server";
import { fakeStreams } from "@/test/stream";
import { ApiError } from "./errors";
import { createQueryClient } from "./query";
import { refetchFailed } from "./retry";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const failed = () => screen.findByText(/We cannot reach the server/);

async function openWithoutServer() {
  unreachable("/api/v1/hero");
  unreachable("/api/v1/anime");
  const view = open("/");
  await failed();
  return view;
}

function serverIsBack() {
  answer("/api/v1/hero", hero(1));
  answer("/api/v1/anime", listing(1));
}

test("failed requests are retried in the background, and the notice does not flicker", async () => {
  await openWithoutServer();
  const notice = screen.getByRole("alert");
  await pass(2_000);
  expect(notice).toBeInTheDocument();
  serverIsBack();
  await pass(4_000);
  expect(await screen.findByText("Title 1")).toBeInTheDocument();
  expect(await screen.findByText("Slide title 1")).toBeInTheDocument();
  expect(notice).not.toBeInTheDocument();
});

test.each([
  ["the network is back", () => fireEvent(window, new Event("online"))],
  ["the page is looked at again", () => fireEvent(document, new Event("visibilitychange"))],
])("failed requests are retried at once when %s", async (_, happen) => {
  await openWithoutServer();
  // The next try by itself is half a minute away.
  for (const wait of [2_000, 4_000, 8_000, 16_000]) await pass(wait);
  serverIsBack();
  const before = Date.now();
  happen();
  expect(await screen.findByText("Title 1")).toBeInTheDocument();
  expect(Date.now() - before).toBeLessThan(15_000);
});

test("a hidden page does not retry", async () => {
  await openWithoutServer();
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const asked = vi.spyOn(window, "fetch");
  await pass(60_000);
  expect(asked).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
});

test("a wrong address is not retried", async () => {
  refuse("/api/v1/anime/{key}", 400, "invalid_request");
  open("/anime/attack-on-titan");
  await screen.findByText(/did not make sense/);
  const asked = vi.spyOn(window, "fetch");
  answer("/api/v1/anime/{key}", details());
  await pass(60_000);
  expect(asked).not.toHaveBeenCalled();
});

test("failed requests are retried once the live stream is back", async () => {
  signedInAs(undefined, someLibrary({ history: [someEntry(16498)] }));
  const streams = fakeStreams();
  unreachable("/api/v1/anime/{key}");
  open("/anime/attack-on-titan", homeSeed);
  await failed();
  await waitFor(() => expect(streams.begun()).toEqual([4]));
  for (const wait of [2_000, 4_000, 8_000, 16_000]) await pass(wait);
  answer("/api/v1/anime/{key}", details());
  streams.breakOff();
  await pass(1_000);
  expect(
    await screen.findByRole("heading", { level: 1, name: "Attack on Titan" }),
  ).toBeInTheDocument();
});

test("a late answer does not replace a newer one", async () => {
  const queries = createQueryClient();
  const late = gate();
  let answers = async () => {
    throw ApiError.unreachable();
  };
  const queryKey = ["/api/v1/session"];
  const observed = new QueryObserver<unknown>(queries, {
    queryKey,
    queryFn: () => answers(),
    retry: false,
  });
  const stop = observed.subscribe(() => {});
  await waitFor(() => expect(observed.getCurrentResult().status).toBe("error"));
  answers = (async () => {
    await late.passed;
    return "of before";
  }) as typeof answers;
  refetchFailed(queries);
  queries.setQueryData(queryKey, "signed in");
  late.open();
  await pass(0);
  expect(queries.getQueryData(queryKey)).toBe("signed in");
  stop();
});

test("a failed paged list is retried as a whole", async () => {
  signedInAs();
  unreachable("/api/v1/me/activity");
  open("/activity");
  await failed();
  answer("/api/v1/me/activity", { items: [], next: null });
  await pass(4_000);
  expect(await screen.findByText("Nothing has changed yet.")).toBeInTheDocument();
});
