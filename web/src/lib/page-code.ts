import {
  type ComponentType,
  createElement,
  lazy,
  memo,
  Suspense,
  useEffect,
  useState,
} from "react";
import { ApiError } from "@/api/errors";
import { savesData, whenIdle, whenIdleOrTouched } from "./idle";

type Load<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

/** A page, or a part of one, whose code is a file of its own. */
export type PageCode<Props extends object = object> = ComponentType<Props> & {
  /** Fetches the code, so that the page or part renders at once. */
  preload: () => Promise<void>;
};

const all: PageCode["preload"][] = [];

/** Fetches the code of every page and part, so that they render at once. */
export async function preloadAll() {
  // Loaded code may have late parts of its own.
  for (let done = 0; done < all.length; ) {
    const some = all.slice(done);
    done = all.length;
    await Promise.all(some.map((preload) => preload()));
  }
}

/**
 * A page whose code is fetched when it is first rendered; not to get it is not to reach the server. What was
 * preloaded renders at once: hydration must find what the server painted.
 */
export function pageCode<Props extends object = object>(load: Load<Props>): PageCode<Props> {
  return withCode(load, () =>
    load().catch(() => {
      throw ApiError.unreachable();
    }),
  );
}

const late: PageCode["preload"][] = [];

/** Fetches what comes late at once: where the server rendered nothing, nothing stands in its place. */
export async function preloadLate() {
  await Promise.all(late.map((preload) => preload()));
}

/** After how long, in milliseconds, late code that did not come is asked for again. */
const RETRY = 3_000;

/**
 * A part of a page whose code can wait until the page is there, or until the visitor does something. Until it has
 * come, its place shows what the server rendered, or `Fallback`, or nothing.
 */
export function lateCode<Props extends object = object>(
  load: Load<Props>,
  ready: () => Promise<void> = whenIdleOrTouched,
  Fallback?: ComponentType<Props>,
): PageCode<Props> {
  const untilThere = (): ReturnType<Load<Props>> =>
    load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY));
      return untilThere();
    });
  const Code = withCode(load, () => ready().then(untilThere));
  late.push(Code.preload);
  // Not only where it is on this page: on the next one the server may be away.
  if (typeof document !== "undefined")
    ready()
      .then(Code.preload)
      .catch(() => {});
  const Part = (props: Props) =>
    createElement(
      Suspense,
      { fallback: Fallback && createElement(Fallback, props) },
      createElement(Code, props),
    );
  // Where the page around it renders anew meanwhile, React would drop what the server rendered
  return Object.assign(memo(Part), { preload: Code.preload });
}

function withCode<Props extends object>(load: Load<Props>, first: Load<Props>): PageCode<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(first);
  // biome-ignore lint/correctness/noComponentHookFactories: each page is made once, when its module loads
  function Page(props: Props) {
    // A page that shows keeps its state when its code comes by another way.
    const [Code] = useState(() => loaded ?? Lazy);
    return createElement(Code, props);
  }
  Page.preload = async () => {
    loaded = (await load()).default;
  };
  all.push(Page.preload);
  return Page;
}

/**
 * Fetches the code of pages before they are opened, while `enabled`: one at a time, once the first
 * page is there and the browser has nothing else to do, and not for those who save data.
 */
export function usePageCodeAhead(enabled: boolean, pages: readonly PageCode[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: which pages there are does not change
  useEffect(() => {
    if (!enabled || savesData()) return;
    let left = false;
    const fetchAll = async () => {
      for (const page of pages) {
        // A browser may keep a failed import as failed.
        if (left || !navigator.onLine) return;
        await page.preload().catch(() => {});
      }
    };
    const stop = whenIdle(fetchAll);
    return () => {
      left = true;
      stop();
    };
  }, [enabled]);
}
