import type { Block, Inline } from "@/api/reviews";

/** Returns the blocks that are inside a block. */
export const blocksIn = (block: Exclude<Block, { type: "paragraph" }>): readonly Block[] =>
  block.type === "quote" ? block.children : block.items.flatMap((item) => item.children);

function inlineText(part: Inline): string {
  if (part.type === "text") return part.text;
  return part.type === "break" ? " " : part.children.map(inlineText).join("");
}

/** The plain text of a review, each paragraph on a line, spoilers included. */
export function plainText(blocks: readonly Block[]): string {
  const lines = blocks.map((block) =>
    block.type === "paragraph"
      ? block.children.map(inlineText).join("")
      : plainText(blocksIn(block)),
  );
  return lines.join("\n");
}
