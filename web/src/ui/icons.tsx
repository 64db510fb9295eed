import {
  ArrowDown,
  ArrowUp,
  Ban,
  Bookmark,
  BookmarkCheck,
  ChevronLeft,
  ChevronRight,
  Eye,
  EyeOff,
  Heart,
  type IconNode,
  Info,
  Mail,
  Menu,
  Moon,
  Pause,
  Play,
  Plus,
  RefreshCw,
  Search,
  Share2,
  SlidersHorizontal,
  Star,
  Sun,
  X,
} from "lucide";
import { createElement, type SVGProps } from "react";

interface Props extends SVGProps<SVGSVGElement> {
  /** Its side, in pixels. */
  size?: number;
}

/** Draws what Lucide gives as data; its own components weigh more than all icons together. */
function icon(node: IconNode) {
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
        {node.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
      </svg>
    );
  };
}

// One a line, each pure, so that a page carries only what it shows.
export const ArrowDownIcon = /* @__PURE__ */ icon(ArrowDown);
export const ArrowUpIcon = /* @__PURE__ */ icon(ArrowUp);
export const BanIcon = /* @__PURE__ */ icon(Ban);
export const BookmarkIcon = /* @__PURE__ */ icon(Bookmark);
export const BookmarkCheckIcon = /* @__PURE__ */ icon(BookmarkCheck);
export const ChevronLeftIcon = /* @__PURE__ */ icon(ChevronLeft);
export const ChevronRightIcon = /* @__PURE__ */ icon(ChevronRight);
export const EyeIcon = /* @__PURE__ */ icon(Eye);
export const EyeOffIcon = /* @__PURE__ */ icon(EyeOff);
export const HeartIcon = /* @__PURE__ */ icon(Heart);
export const InfoIcon = /* @__PURE__ */ icon(Info);
export const MailIcon = /* @__PURE__ */ icon(Mail);
export const MenuIcon = /* @__PURE__ */ icon(Menu);
export const MoonIcon = /* @__PURE__ */ icon(Moon);
export const PauseIcon = /* @__PURE__ */ icon(Pause);
export const PlayIcon = /* @__PURE__ */ icon(Play);
export const PlusIcon = /* @__PURE__ */ icon(Plus);
export const RetryIcon = /* @__PURE__ */ icon(RefreshCw);
export const SearchIcon = /* @__PURE__ */ icon(Search);
export const ShareIcon = /* @__PURE__ */ icon(Share2);
export const FiltersIcon = /* @__PURE__ */ icon(SlidersHorizontal);
export const StarIcon = /* @__PURE__ */ icon(Star);
export const SunIcon = /* @__PURE__ */ icon(Sun);
export const CloseIcon = /* @__PURE__ */ icon(X);
