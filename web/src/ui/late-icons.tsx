import {
  ArrowDown,
  ArrowUp,
  Ban,
  Bookmark,
  CalendarClock,
  ChartColumn,
  Check,
  ChevronDown,
  ExternalLink,
  Eye,
  EyeOff,
  Flag,
  Heart,
  History,
  Import,
  Keyboard,
  ListChecks,
  Lock,
  Minus,
  RefreshCw,
  Share2,
  SlidersHorizontal,
  Table,
  Tags,
  ThumbsUp,
  Trash2,
  Undo2,
} from "lucide";
import { icon } from "./icons";

/** Icons that the first page does not show: those in `icons` are part of its code. */

export const ArrowDownIcon = /* @__PURE__ */ icon(ArrowDown);
export const ArrowUpIcon = /* @__PURE__ */ icon(ArrowUp);
export const BanIcon = /* @__PURE__ */ icon(Ban);
export const BookmarkIcon = /* @__PURE__ */ icon(Bookmark);
export const TimeMachineIcon = /* @__PURE__ */ icon(CalendarClock);
export const StatisticsIcon = /* @__PURE__ */ icon(ChartColumn);
export const ChevronDownIcon = /* @__PURE__ */ icon(ChevronDown);
export const CheckIcon = /* @__PURE__ */ icon(Check);
export const ExternalIcon = /* @__PURE__ */ icon(ExternalLink);
export const EyeIcon = /* @__PURE__ */ icon(Eye);
export const EyeOffIcon = /* @__PURE__ */ icon(EyeOff);
export const ReportIcon = /* @__PURE__ */ icon(Flag);
export const HeartIcon = /* @__PURE__ */ icon(Heart);
export const HelpfulIcon = /* @__PURE__ */ icon(ThumbsUp);
export const HistoryIcon = /* @__PURE__ */ icon(History);
export const ImportIcon = /* @__PURE__ */ icon(Import);
export const KeyboardIcon = /* @__PURE__ */ icon(Keyboard);
export const SelectIcon = /* @__PURE__ */ icon(ListChecks);
export const LockIcon = /* @__PURE__ */ icon(Lock);
export const MinusIcon = /* @__PURE__ */ icon(Minus);
export const RetryIcon = /* @__PURE__ */ icon(RefreshCw);
export const ShareIcon = /* @__PURE__ */ icon(Share2);
export const FiltersIcon = /* @__PURE__ */ icon(SlidersHorizontal);
export const TableIcon = /* @__PURE__ */ icon(Table);
export const TagsIcon = /* @__PURE__ */ icon(Tags);
export const TrashIcon = /* @__PURE__ */ icon(Trash2);
export const UndoIcon = /* @__PURE__ */ icon(Undo2);
