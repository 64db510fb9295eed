import type { Block, Inline } from "@/api/reviews";
import { blocksIn, plainText } from "@/lib/review-text";

/** The number of the spoiler that a part waits with, or null. A link waits as a whole: no button stands within one. */
export function spoilerOf(part: Inline): number | null {
  if (part.type === "spoiler") return part.number;
  return part.type === "link" ? firstSpoiler(part.children) : null;
}

function firstSpoiler(parts: readonly Inline[]): number | null {
  for (const part of parts) {
    const found = spoilerOf(part) ?? ("children" in part ? firstSpoiler(part.children) : null);
    if (found !== null) return found;
  }
  return null;
}

/** Where an address leads, with or without its scheme: the host, and the port if it has one. */
const hostOf = (address: string) =>
  /^(?:https?:\/\/)?([^/?#\\]+)/i.exec(address)?.[1]?.toLowerCase();

/** The host of a link whose text does not say it, or says another one; null where it does. */
export function hiddenHost(link: Extract<Inline, { type: "link" }>): string | null {
  const host = hostOf(link.href) ?? null;
  const linkText = plainText([{ type: "paragraph", children: link.children }]).trim();
  return hostOf(linkText) === host ? null : host;
}

/** Returns the first part of each spoiler, by the spoiler's number. */
export function spoilerBegins(blocks: readonly Block[]): ReadonlyMap<number, Inline> {
  const begins = new Map<number, Inline>();
  const look = (parts: readonly Inline[]) => {
    for (const part of parts) {
      const number = spoilerOf(part);
      if (number !== null) {
        if (!begins.has(number)) begins.set(number, part);
      } else if ("children" in part) look(part.children);
    }
  };
  const lookAll = (of: readonly Block[]) => {
    for (const block of of) {
      if (block.type === "paragraph") look(block.children);
      else lookAll(blocksIn(block));
    }
  };
  lookAll(blocks);
  return begins;
}

/** Whether anything of a block shows, where `hides` tells of which parts nothing does. */
export function shows(block: Block, hides: (part: Inline) => boolean): boolean {
  if (block.type === "paragraph") {
    return block.children.some((part) => part.type !== "break" && !hides(part));
  }
  return blocksIn(block).some((each) => shows(each, hides));
}

/** How many blocks are to show at first, so that some `most` characters do. Never none. */
export function blocksAtFirst(blocks: readonly Block[], most: number): number {
  let length = 0;
  const beyond = blocks.findIndex((block) => {
    length += plainText([block]).length;
    return length > most;
  });
  return beyond < 0 ? blocks.length : Math.max(1, beyond);
}
