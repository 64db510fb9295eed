import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { Shell } from "@/features/shell/Shell";
import { WatchlistProvider } from "@/features/watchlist/watchlist";
import { whenIdleOrTouched } from "@/lib/idle";
import { lateCode } from "@/lib/page-code";
import { useScrollReset } from "@/lib/scroll";
import { readHint } from "@/lib/session";
import { pages } from "@/pages";
import Home from "@/routes/Home";
import { AlertProvider } from "@/ui/AlertProvider";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { RouteAnnouncer } from "@/ui/page-title";
import { Spinner } from "@/ui/Spinner";
import { ToastProvider } from "@/ui/ToastProvider";

/** Shown until a page's code has loaded. The server sends the same at first. */
export function PageFallback() {
  return <Spinner text="Loading …" />;
}

/** The route table. Paths match without regard to case; what is not here goes to the home page. */
function Routes() {
  return (
    <Switch>
      <Route path="/" component={Home} />
      {Object.entries(pages).map(([path, component]) => (
        <Route key={path} path={path} component={component} />
      ))}
      <Route path="/contact">
        <Redirect to="/contactus" replace />
      </Route>
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  );
}

function Pages() {
  useScrollReset();
  // A page that could not be shown must not replace the next one.
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path} region="this page">
      <Suspense fallback={<PageFallback />}>
        <Routes />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Resolves at once where somebody was signed in: their lists are to show. */
const whenNeeded = () => (readHint() === null ? whenIdleOrTouched() : Promise.resolve());
/** The server's bundle loads this in place of code that renders nothing. */
const nothing = async () => ({ default: () => null });
const BackgroundTasks = lateCode(
  import.meta.env.SSR ? nothing : () => import("@/background-tasks"),
  whenNeeded,
);
const UnsentHint = lateCode(
  import.meta.env.SSR ? nothing : () => import("@/features/watchlist/UnsentHint"),
  whenNeeded,
);

interface AppProps {
  queries: QueryClient;
  /** Replaces the pages where there is none to render: in the service worker's shell. */
  children?: ReactNode;
}

export function App({ queries, children = <Pages /> }: AppProps) {
  useRunning();
  return (
    <QueryClientProvider client={queries}>
      <AlertProvider>
        <ToastProvider standing={<UnsentHint />}>
          <RouteAnnouncer>
            <WatchlistProvider>
              <BackgroundTasks />
              <Shell>{children}</Shell>
            </WatchlistProvider>
          </RouteAnnouncer>
        </ToastProvider>
      </AlertProvider>
    </QueryClientProvider>
  );
}

/** Marks the document as hydrated: until now its buttons did nothing. */
function useRunning() {
  useEffect(() => {
    document.documentElement.dataset.app = "running";
  }, []);
}
