import { buttonClass } from "@/ui/Button";
import { mainLinks } from "./links";

const linkClass = "py-2 font-medium underline underline-offset-4";

/** For browsers that run no scripts: searching, the links that the bar hides on small screens, and what is not to be had. */
export function PlainSearch() {
  return (
    <div className="@container">
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
        <search>
          <form action="/" className="flex gap-2">
            <input
              type="search"
              name="search"
              required
              aria-label="Search anime by title"
              className="h-11 min-w-0 rounded-md border border-field bg-surface px-3"
            />
            <button type="submit" className={buttonClass()}>
              Search
            </button>
          </form>
        </search>
        {mainLinks.map(({ href, label }) => (
          <a key={href} href={href} className={`${linkClass} @min-[56rem]:hidden`}>
            {label}
          </a>
        ))}
        <a href="/login" className={`${linkClass} @min-[19rem]:hidden`}>
          Login
        </a>
        <a href="/signup" className={`${linkClass} @min-[19rem]:hidden`}>
          Signup
        </a>
        <p className="basis-full text-sm text-muted">
          You can look around and search for titles without JavaScript. To find people and
          characters, to see casts, episodes, ratings and reviews, to log in and to keep a list,
          please turn it on for this site.
        </p>
      </div>
    </div>
  );
}
