import type { Status } from "@/api/list";

/** The label of each status, in the displayed order. */
export const statusNames: Record<Status, string> = {
  watching: "Watching",
  planned: "Plan to watch",
  completed: "Completed",
  paused: "On hold",
  dropped: "Dropped",
};

export const statuses = Object.keys(statusNames) as Status[];

export const isStatus = (text: string | null): text is Status =>
  text !== null && Object.hasOwn(statusNames, text);
