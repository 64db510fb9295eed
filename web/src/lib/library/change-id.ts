let made = 0;

/** A new change's id: ids sort by when the changes were made, in whatever tab. */
export function changeId(): string {
  made += 1;
  const order = `${Date.now().toString().padStart(15, "0")}-${made.toString().padStart(6, "0")}`;
  // Two tabs may count alike; the rest of the id keeps them apart.
  return `${order}-${Math.random().toString(36).slice(2, 8)}`;
}
