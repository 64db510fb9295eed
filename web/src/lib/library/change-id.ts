/** Storage key of this browser's outbox name, which the ids sent to the server begin with. */
const NAME = "mitai:outbox-name";

const random = () => Math.random().toString(36).slice(2, 8).padEnd(6, "0");

/** Storage key of the time in the last id, of any tab. */
const LAST = "mitai:last-change";

let made = 0;
let time = 0;

/** The time for the next id: not before that of the last one, though the clock may have been set back. */
function nextTime(): number {
  let last = time;
  try {
    last = Math.max(last, Number(localStorage.getItem(LAST)));
  } catch {
    // Without storage only this tab's own ids are in order.
  }
  const now = Date.now();
  if (now <= last) return last === time ? last : last + 1;
  return now;
}

/** A new change's id: ids sort by when the changes were made, in whatever tab. */
export function changeId(): string {
  made += 1;
  const next = nextTime();
  if (next !== time) {
    time = next;
    try {
      localStorage.setItem(LAST, String(time));
    } catch {
      // Without storage other tabs' ids come in between as their clocks say.
    }
  }
  const order = `${time.toString().padStart(15, "0")}-${made.toString().padStart(6, "0")}`;
  // Two tabs may count alike; the rest of the id keeps them apart.
  return `${order}-${random()}`;
}

/** The outbox name of a browser that refuses storage. */
const unstored = random();

function outboxName(): string {
  try {
    const name = localStorage.getItem(NAME) ?? random() + random();
    localStorage.setItem(NAME, name);
    return name;
  } catch {
    return unstored;
  }
}

/** Forgets the browser's outbox name: the next id gets a new one. */
export function forgetOutboxName() {
  try {
    localStorage.removeItem(NAME);
    localStorage.removeItem(LAST);
  } catch {
    // It was never there.
  }
}

/**
 * A change's id as the server gets it. What stands before the last hyphen names the outbox, so that the server knows
 * which changes were made by somebody who had seen those before.
 */
export const opId = (id: string) => `${outboxName()}-${id.replaceAll("-", "_")}`;
