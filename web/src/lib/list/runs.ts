/** Returns the name of a run, by its number from 1. */
export const runName = (number: number) => (number === 1 ? "First time" : `Rewatch ${number - 1}`);
