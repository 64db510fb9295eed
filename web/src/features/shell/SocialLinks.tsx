import { useSyncExternalStore } from "react";

const glyphs = [
  { name: "X", path: "M5 4l14 16M19 4L5 20" },
  {
    name: "Instagram",
    path: "M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4ZM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM17.5 6.5h.01",
  },
  {
    name: "YouTube",
    path: "M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3ZM10 9v6l5-3Z",
  },
  {
    name: "Discord",
    path: "M8 18c-2 0-4-1-5-2 0-4 1-8 3-10l3-1 1 2h4l1-2 3 1c2 2 3 6 3 10-1 1-3 2-5 2l-1-2H9ZM9 12h.01M15 12h.01",
  },
];

const NOWHERE = "#top";
const never = () => () => {};

/** Where the operator has a page on this network, as the page's head says; else nowhere. */
function useProfileOn(network: string): string {
  const read = () => {
    const link = document.querySelector(`link[rel=me][title=${network}]`);
    return link?.getAttribute("href") ?? NOWHERE;
  };
  return useSyncExternalStore(never, read, () => NOWHERE);
}

export function SocialLinks() {
  return (
    <ul className="flex flex-wrap gap-2">
      {glyphs.map(({ name, path }) => (
        <li key={name}>
          <SocialLink name={name} path={path} />
        </li>
      ))}
    </ul>
  );
}

function SocialLink({ name, path }: { name: string; path: string }) {
  return (
    <a
      href={useProfileOn(name)}
      title={name}
      className="flex size-11 items-center justify-center rounded-full border border-line text-muted transition-colors hover:border-accent hover:text-accent"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-5 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
      >
        <path d={path} />
      </svg>
      <span className="sr-only">{name}</span>
    </a>
  );
}
