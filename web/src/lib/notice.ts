import { useHistoryState } from "wouter/use-browser-location";

/** A sentence that goes with a navigation and shows on the page it leads to. */
interface NoticeState {
  notice: string;
}

export function noticeState(notice: string): NoticeState {
  return { notice };
}

/** The sentence this page was reached with, if any. */
export function useArrivalNotice(): string | null {
  return useHistoryState<NoticeState | null>()?.notice ?? null;
}
