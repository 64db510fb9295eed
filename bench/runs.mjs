// What all measurements in the browser have in common.

/** An odd number, so that one of them is in the middle. */
export const RUNS = 5;

/** Nothing but the page: no updates, no sync; and no sandbox, which root cannot have. */
export const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) / 2];
}

/** Makes an account of a browser's own and signs it in. */
export async function signUp(context, address) {
  const account = {
    fullName: "Asuna Yuuki",
    email: `${crypto.randomUUID()}@example.org`,
    password: "sakura-sakura",
  };
  const answer = await context.request.post(`${address}/api/v1/auth/signup`, { data: account });
  if (!answer.ok()) throw new Error(`nobody can sign up: ${await answer.text()}`);
}
