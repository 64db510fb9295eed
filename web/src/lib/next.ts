/** The addresses to which users return after signing in. */

/** The base of addresses to parse. Any origin will do: it only tells Mitai's pages from other sites. */
const HERE = "http://mitai.invalid";
const SIGN_IN_PAGES = new Set(["/login", "/signup", "/forgot", "/reset"]);

/**
 * The log-in page's address for someone who wants to be back at `address` afterwards, a path of ours with its query and
 * fragment; on a page that is itself about signing in, back at where that leads.
 */
export function loginPath(address: string): string {
  return entrance("/login", address);
}

/** The same of the sign-up page, which leads elsewhere and offers the way back. */
export function signupPath(address: string): string {
  return entrance("/signup", address);
}

// The log-in and sign-up pages check `next` with `localPath`. To parse every address here, too, would cost the server a
// twentieth of a title's render.
function entrance(page: string, address: string): string {
  const [path = ""] = address.split(/[?#]/, 1);
  const next = SIGN_IN_PAGES.has(path.toLowerCase())
    ? localPath(new URL(address, HERE).searchParams.get("next"))
    : address;
  return next === "/" ? page : `${page}?next=${encodeURIComponent(next)}`;
}

/**
 * The page an address in `?next=` means, or the home page: an address that leads to another site, or
 * back to signing in, is not followed. Browsers drop tabs and line breaks and read `\` as `/`, so
 * the text is judged as they would read it.
 */
export function localPath(address: string | null): string {
  if (!address?.startsWith("/") || !URL.canParse(address, HERE)) return "/";
  const url = new URL(address, HERE);
  const path = url.pathname.toLowerCase();
  // A path may begin with "//" only once its dots are resolved.
  if (url.origin !== HERE || path.startsWith("//") || SIGN_IN_PAGES.has(path)) return "/";
  return url.pathname + url.search + url.hash;
}
