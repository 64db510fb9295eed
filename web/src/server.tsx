// QuickJS has neither `URL` nor `URLSearchParams`.
import "core-js/actual/url";
import "core-js/actual/url-search-params";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import { createQueryClient } from "@/api/query";
import { App, PageFallback } from "@/app";
import { HEAD_END } from "@/lib/head-end";
import { preloadAll } from "@/lib/page-code";

/** The files of each page's code, by the name of its module in lower case; the build fills it in. */
declare const PAGE_FILES: Readonly<Record<string, readonly string[]>>;

/** The page without data that the service worker keeps. It fits every address. */
const SHELL = "/shell";

/** React puts these in front of the markup, where hydration would not find them. */
const PRELOADS = /^(?:<link rel="preload"[^>]*\/>)*/;

interface Rendered {
  /** Links for the page's head: to the element that the first paint waits for, and to files to fetch at once. */
  head: string;
  body: string;
}

/**
 * The markup of the page at an address, for every visitor the same. `data` is a JSON object of the API's answers,
 * by their addresses.
 */
function render(path: string, query: string, data: string): Rendered {
  const queries = createQueryClient(JSON.parse(data));
  const content: ReactNode = path === SHELL ? <ShellContent /> : undefined;
  const markup = renderToString(
    <Router ssrPath={path} ssrSearch={query}>
      <App queries={queries}>{content}</App>
    </Router>,
  );
  queries.clear();
  const code = PAGE_FILES[moduleAt(path, query)] ?? [];
  const [preloads = ""] = PRELOADS.exec(markup) ?? [];
  return {
    head: [...wholeHead(markup), ...urgent(preloads), ...code.map(modulePreload)].join("\n"),
    body: markup.slice(preloads.length),
  };
}

/** The app finds out whether there is such a page. Where no script runs, nobody does. */
function ShellContent() {
  return (
    <>
      <PageFallback />
      <p className="page hidden py-16 text-center noscript:block">
        This page does not exist, or it needs JavaScript.{" "}
        <a href="/" className="underline underline-offset-4">
          Go to the home page.
        </a>
      </p>
    </>
  );
}

/** The module of the page at an address: it is named by the path's first part, but for a title and a search. */
function moduleAt(path: string, query: string): string {
  const [, first = ""] = path.split("/");
  if (first === "anime") return "title";
  if (first !== "") return first;
  return new URLSearchParams(query).has("search") ? "searchresults" : "";
}

/** Where the page has the element `HEAD_END`, Chromium's first paint waits for all before it. */
const wholeHead = (markup: string) =>
  markup.includes(`id="${HEAD_END}"`)
    ? [`<link rel="expect" href="#${HEAD_END}" blocking="render">`]
    : [];

/** The pictures that the page's largest paint waits for. Others must not take the line from them. */
const urgent = (preloads: string) =>
  (preloads.match(/<link[^>]*>/g) ?? []).filter((link) => /fetchpriority="high"/i.test(link));

const modulePreload = (file: string) =>
  `<link rel="modulepreload" fetchpriority="low" href="/${file}">`;

preloadAll();
Object.assign(globalThis, { render });
