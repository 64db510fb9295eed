/** How long a text is, in characters as the server counts them. */
export const lengthOf = (text: string) => [...text.trim()].length;
