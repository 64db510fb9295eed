/** Elements that are written at once: a millisecond or two. */
const AT_ONCE = 200;

/** Lets frames and clicks come first. A page that is about to be closed has no time for it. */
const pause = () => (document.hidden ? null : new Promise((resolve) => setTimeout(resolve)));

async function* listParts(list: readonly unknown[]): AsyncGenerator<string> {
  for (let begin = 0; begin < list.length; begin += AT_ONCE) {
    if (begin > 0) await pause();
    const part = JSON.stringify(list.slice(begin, begin + AT_ONCE)).slice(1, -1);
    yield begin > 0 ? `,${part}` : part;
  }
}

/**
 * An answer as JSON, in parts. The long lists of an object are written a few elements at a time: ten thousand entries take
 * several frames.
 */
export async function jsonParts(answer: unknown): Promise<string[]> {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    return [JSON.stringify(answer)];
  const parts: string[] = [];
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    parts.push(`${parts.length > 0 ? "," : "{"}${JSON.stringify(name)}:`);
    if (Array.isArray(value) && value.length > AT_ONCE) {
      parts.push("[");
      for await (const part of listParts(value)) parts.push(part);
      parts.push("]");
    } else parts.push(JSON.stringify(value));
  }
  return parts.length > 0 ? [...parts, "}"] : ["{}"];
}
