import { Link } from "wouter";

/** The brand title; the Japanese beside it is ornament and not read out. */
export function Brand() {
  return (
    <Link href="/" className="group flex items-baseline gap-2 whitespace-nowrap">
      <span className="text-lg font-extrabold tracking-tight sm:text-xl">Mitai</span>
      <span
        lang="ja"
        aria-hidden="true"
        className="hidden font-ja text-sm text-accent @min-[62rem]:inline"
      >
        見たい
      </span>
    </Link>
  );
}
