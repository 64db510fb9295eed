import {
  BookmarkCheck,
  ChevronLeft,
  ChevronRight,
  type IconNode,
  Info,
  Mail,
  Menu,
  Moon,
  Pause,
  Play,
  Plus,
  Search,
  Star,
  Sun,
  X,
} from "lucide";
import { createElement, type SVGProps } from "react";

interface Props extends SVGProps<SVGSVGElement> {
  /** Width and height of the icon, in pixels. */
  size?: number;
}

/**
 * Draws what Lucide gives as data; its own components weigh more than all icons together. The paths are one, since each
 * element takes the server time. A path may begin with a relative move, which is one from the origin.
 */
export function icon(node: IconNode) {
  const d = node.map(([tag, { d }]) => (tag === "path" ? `M0 0${d}` : "")).join("");
  // biome-ignore lint/correctness/noComponentHookFactories: each icon is made once, when this module loads
  return function Icon({ size = 24, ...props }: Props) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...props}
      >
        {node.map(
          ([tag, attributes], key) => tag !== "path" && createElement(tag, { key, ...attributes }),
        )}
        {d && <path d={d} />}
      </svg>
    );
  };
}

// Icons of the first page, one a line, each without side effects.
export const BookmarkCheckIcon = /* @__PURE__ */ icon(BookmarkCheck);
export const ChevronLeftIcon = /* @__PURE__ */ icon(ChevronLeft);
export const ChevronRightIcon = /* @__PURE__ */ icon(ChevronRight);
export const InfoIcon = /* @__PURE__ */ icon(Info);
export const MailIcon = /* @__PURE__ */ icon(Mail);
export const MenuIcon = /* @__PURE__ */ icon(Menu);
export const MoonIcon = /* @__PURE__ */ icon(Moon);
export const PauseIcon = /* @__PURE__ */ icon(Pause);
export const PlayIcon = /* @__PURE__ */ icon(Play);
export const PlusIcon = /* @__PURE__ */ icon(Plus);
export const SearchIcon = /* @__PURE__ */ icon(Search);
export const StarIcon = /* @__PURE__ */ icon(Star);
export const SunIcon = /* @__PURE__ */ icon(Sun);
export const CloseIcon = /* @__PURE__ */ icon(X);
