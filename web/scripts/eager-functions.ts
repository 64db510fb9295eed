import { type ESTree, type Plugin, parseSync } from "vite";

/** In characters. In our bundle React's renderer alone is as long; to read it twice takes a slow phone some 50 ms. */
const LONG = 50_000;

/**
 * Puts long functions that are passed as arguments in parentheses, which tells engines that they are called at once. Of
 * any other function they first read only where it ends, and read it again when it is called.
 *
 * Rolldown does that to each module's wrapper, but the minifier takes the parentheses for needless.
 */
export const eagerLongFunctions: Plugin = {
  name: "eager-long-functions",
  renderChunk: {
    order: "post",
    handler(code, { fileName }) {
      const cuts = longArguments(parseSync(fileName, code).program).flatMap(({ start, end }) => [
        { at: start, mark: "(" },
        { at: end, mark: ")" },
      ]);
      const wrapped = cuts
        .sort((a, b) => b.at - a.at)
        .reduce((text, { at, mark }) => text.slice(0, at) + mark + text.slice(at), code);
      return { code: wrapped, map: null };
    },
  },
};

/** What is not long contains nothing that is, so it is not looked into. */
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
