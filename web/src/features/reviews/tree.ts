import type { Block, Inline } from "@/api/reviews";

/** What is read of a line. */
function inlineText(part: Inline): string {
  if (part.type === "text") return part.text;
  return part.type === "break" ? "\n" : part.children.map(inlineText).join("");
}

function blockText(block: Block): string {
  if (block.type === "paragraph") return block.children.map(inlineText).join("");
  const blocks = block.type === "quote" ? block.children : block.items.flatMap((it) => it.children);
  return blocks.map(blockText).join("");
}

/** Whether a part of it waits until somebody wants to know. */
export const hasSpoiler = (parts: readonly Inline[]): boolean =>
  parts.some(
    (part) => part.type === "spoiler" || ("children" in part && hasSpoiler(part.children)),
  );

/** How many blocks are to show at first, so that some `most` characters do. Never none. */
export function blocksAtFirst(blocks: readonly Block[], most: number): number {
  let length = 0;
  const beyond = blocks.findIndex((block) => {
    length += blockText(block).length;
    return length > most;
  });
  return beyond < 0 ? blocks.length : Math.max(1, beyond);
}
