import { expect, test } from "vitest";
import { keepFocus } from "./kept-focus";

const sent = `<a href="#main">Skip</a><a href="/">Mitai</a><a href="/">Home</a>
  <button aria-label="Search"></button><main id="main" tabindex="-1">Loading …</main>`;

function open(): HTMLElement {
  document.body.innerHTML = `<div id="root">${sent}</div><button>elsewhere</button>`;
  return document.getElementById("root") as HTMLElement;
}

/** As the app does: what the server sent goes, the same stands there anew. */
async function start(root: HTMLElement, content = sent.replace("Loading …", "The page")) {
  root.innerHTML = content;
  await Promise.resolve();
}

test.each(['[href="#main"]', "a:nth-of-type(3)", "[aria-label=Search]", "main"])(
  "%s that had the focus has it when the app stands",
  async (selector) => {
    const root = open();
    keepFocus(root);
    root.querySelector<HTMLElement>(selector)?.focus();
    await start(root);
    expect(root.querySelector(selector)).toHaveFocus();
  },
);

test("a focus from before the script counts", async () => {
  const root = open();
  root.querySelector("main")?.focus();
  keepFocus(root);
  await start(root);
  expect(root.querySelector("main")).toHaveFocus();
});

test("who left what was focused is not taken back", async () => {
  const root = open();
  keepFocus(root);
  root.querySelector("main")?.focus();
  root.querySelector("main")?.blur();
  await Promise.resolve();
  await start(root);
  expect(document.body).toHaveFocus();
});

test("without a counterpart nothing has the focus", async () => {
  const root = open();
  keepFocus(root);
  root.querySelector<HTMLElement>("[aria-label=Search]")?.focus();
  await start(root, "<main>The page</main>");
  expect(document.body).toHaveFocus();
});

test("only the start is looked after", async () => {
  const root = open();
  keepFocus(root);
  root.querySelector("main")?.focus();
  await start(root);
  root.querySelector("main")?.blur();
  await start(root);
  expect(document.body).toHaveFocus();
});
