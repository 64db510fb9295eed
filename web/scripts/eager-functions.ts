import type { ESTree, Plugin } from "vite";

/** In characters. In our bundle only React's renderer is as long. */
const LONG = 50_000;

/**
 * Puts long functions that are passed as arguments in parentheses, which tells an engine that they are called at once.
 * It reads any other function twice: once to find its end, and again when it is called.
 *
 * Rolldown does that to each module's wrapper, but terser removes parentheses that mean nothing. With its own
 * `wrap_func_args` it adds them to every argument, however short, which costs the first route 0.2 kB and gains no more.
 * Positions move by two characters, which no source map tells.
 */
export const eagerLongFunctions: Plugin = {
  name: "eager-long-functions",
  applyToEnvironment: ({ name }) => name === "client",
  renderChunk: {
    order: "post",
    handler(code, { facadeModuleId }) {
      const long = longArguments(this.parse(code));
      if (long.length === 0 && facadeModuleId?.endsWith("/index.html")) {
        this.error("React's renderer is no long function any more: remove this plugin");
      }
      return { code: inParentheses(code, long), map: null };
    },
  },
};

/** A short node holds no long one, so it is skipped. */
function longArguments(node: unknown): readonly ESTree.Node[] {
  if (Array.isArray(node)) return node.flatMap(longArguments);
  if (!isLong(node)) return [];
  const here = node.type === "CallExpression" ? node.arguments.filter(isLongFunction) : [];
  return [...here, ...Object.values(node).flatMap(longArguments)];
}

function isLong(node: unknown): node is ESTree.Node {
  if (typeof node !== "object" || node === null || !("type" in node)) return false;
  const { start, end } = node as ESTree.Node;
  return end - start > LONG;
}

const isLongFunction = (node: ESTree.Node) =>
  isLong(node) && (node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression");

function inParentheses(code: string, nodes: readonly ESTree.Node[]): string {
  const marks = nodes.flatMap(({ start, end }) => [
    { at: start, mark: "(" },
    { at: end, mark: ")" },
  ]);
  return marks
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, mark }) => text.slice(0, at) + mark + text.slice(at), code);
}
