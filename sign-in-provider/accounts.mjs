/** Who can sign in. Everything is held in memory. */
import { createHash } from "node:crypto";

/** Accounts that the chooser offers. */
export const DEMO = [
  { name: "Hana Mori", email: "hana@example.org", verified: true },
  { name: "Kenji Aalto", email: "kenji@example.org", verified: true },
  { name: "Noor Lindqvist", email: "noor@example.org", verified: false },
];

/** Longest name and address that the form takes, in characters. */
export const MAX_LENGTH = 254;

const known = new Map(DEMO.map((account) => [subject(account.email), account]));

/** What names an account for ever: the same for the same address. */
function subject(email) {
  return createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 24);
}

/** The account that the chooser's form asks for; undefined if the form is not filled in. */
export function chosen(form) {
  const demo = DEMO.find(({ email }) => email === form.get("account"));
  if (demo) return subject(demo.email);
  const name = (form.get("name") ?? "").trim();
  const email = (form.get("email") ?? "").trim();
  const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  if (!name || !address || Math.max(name.length, email.length) > MAX_LENGTH) return undefined;
  known.set(subject(email), { name, email, verified: form.has("verified") });
  return subject(email);
}

/** An account in the form that the OpenID library asks for. */
export function find(_context, id) {
  const account = known.get(id);
  if (!account) return undefined;
  return {
    accountId: id,
    claims: () => ({
      sub: id,
      name: account.name,
      email: account.email,
      email_verified: account.verified,
    }),
  };
}
