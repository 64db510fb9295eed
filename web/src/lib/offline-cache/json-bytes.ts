/** Number of elements that are written at once: that takes a millisecond or two. */
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

async function* textParts(answer: unknown): AsyncGenerator<string> {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    yield JSON.stringify(answer);
    return;
  }
  const values = Object.entries(answer).filter(([, value]) => value !== undefined);
  yield "{";
  for (const [index, [name, value]] of values.entries()) {
    yield `${index > 0 ? "," : ""}${JSON.stringify(name)}:`;
    if (Array.isArray(value) && value.length > AT_ONCE) {
      yield "[";
      yield* listParts(value);
      yield "]";
    } else yield JSON.stringify(value);
  }
  yield "}";
}

function joined(parts: readonly Uint8Array[]) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

/**
 * An answer as JSON, in UTF-8. The long lists of an object are written and encoded a few elements at a time: ten thousand
 * entries at once take several frames.
 */
export async function jsonBytes(answer: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  for await (const part of textParts(answer)) parts.push(encoder.encode(part));
  return joined(parts);
}
