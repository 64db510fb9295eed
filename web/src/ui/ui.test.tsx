import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { useAlert } from "@/lib/alert";
import { reload } from "@/lib/browser-navigation";
import { pageCode } from "@/lib/page-code";
import { errorMessages } from "@/messages/errors";
import { render } from "@/test/render";
import { server } from "@/test/server";
import { AlertProvider } from "./AlertProvider";
import { Button } from "./Button";
import { ErrorBoundary } from "./ErrorBoundary";
import { FailureNotice } from "./FailureNotice";

vi.mock("@/lib/browser-navigation", async (original) => ({
  ...(await original<object>()),
  reload: vi.fn(),
}));

function Faulty(): never {
  throw new Error("a fault");
}

test("a fault in one region leaves the rest, and says what to do", () => {
  // React names each caught fault on the console.
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <>
      <p>The rest</p>
      <ErrorBoundary region="the gallery">
        <Faulty />
      </ErrorBoundary>
    </>,
  );
  expect(screen.getByText("The rest")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("We could not show the gallery.");
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
});

test("a failed code fetch counts as an outage, and Retry waits for the server", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  server.use(http.head("*", () => HttpResponse.error()));
  const Page = pageCode<object>(() => Promise.reject(new TypeError("Failed to fetch")));
  const { user } = render(
    <ErrorBoundary region="this page">
      <Suspense>
        <Page />
      </Suspense>
    </ErrorBoundary>,
  );
  expect(await screen.findByRole("alert")).toHaveTextContent(errorMessages.unreachable);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Retry" })).toBeEnabled());
  expect(screen.getByRole("alert")).toHaveTextContent(errorMessages.unreachable);
});

test("a page that lacks its code reloads by itself once the server is back, but not in a loop", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  vi.spyOn(console, "error").mockImplementation(() => {});
  const reloaded = vi.mocked(reload).mockClear();
  server.use(http.head("*", () => HttpResponse.error()));
  const Page = pageCode<object>(() => Promise.reject(new TypeError("Failed to fetch")));
  const element = (
    <ErrorBoundary region="this page">
      <Suspense>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
  const view = render(element);
  await screen.findByRole("alert");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reloaded).not.toHaveBeenCalled();
  server.use(http.head("*", () => new HttpResponse()));
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(reloaded).toHaveBeenCalledOnce());
  view.unmount();

  sessionStorage.setItem("mitai:reloaded", String(Date.now()));
  render(element);
  await screen.findByRole("alert");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reloaded).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test("an unreachable server shows its message and a Retry button", async () => {
  const retry = vi.fn();
  const { user } = render(<FailureNotice error={ApiError.unreachable()} onRetry={retry} />);
  expect(screen.getByRole("alert")).toHaveTextContent(errorMessages.unreachable);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(retry).toHaveBeenCalledOnce();
});

test("a failure of the server names the request", () => {
  const error = new ApiError("internal", "A fault.", { requestId: "01J-request" });
  render(<FailureNotice error={error} onRetry={() => {}} />);
  expect(screen.getByText("Request 01J-request")).toBeVisible();
});

test("Retry is disabled while it runs", () => {
  render(<FailureNotice error={new Error("any")} onRetry={() => {}} retrying />);
  expect(screen.getByRole("alert")).toHaveTextContent(errorMessages.internal);
  expect(screen.getByRole("button", { name: "Retry" })).toBeDisabled();
});

function Asks() {
  const alert = useAlert();
  const actions = [
    { label: "Log in", href: "/login" },
    { label: "Sign up", href: "/signup" },
  ];
  return (
    <Button onClick={() => alert({ title: "Watchlist", message: "Please log in.", actions })}>
      Add
    </Button>
  );
}

test("an alert is announced whole, has a link, and closes", async () => {
  const { user } = render(
    <AlertProvider>
      <Asks />
    </AlertProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Add" }));
  const dialog = screen.getByRole("alertdialog", { name: "Watchlist" });
  expect(dialog).toHaveAccessibleDescription(/Please log in\./);
  expect(within(dialog).getByRole("link", { name: "Log in" })).toHaveAttribute("href", "/login");
  expect(within(dialog).getByRole("link", { name: "Sign up" })).toHaveAttribute("href", "/signup");
  await user.click(within(dialog).getByRole("button", { name: "Not now" }));
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});
