/** Returns the length of a text in characters, as the server counts them. */
export const lengthOf = (text: string) => [...text.trim()].length;
