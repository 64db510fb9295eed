import { useHistoryState } from "wouter/use-browser-location";

/** A sentence that goes with a navigation and shows on the page it leads to. */
interface NoticeState {
  notice: string;
}

export function noticeState(notice: string): NoticeState {
  return { notice };
}

/** Returns the sentence with which the visitor reached this page, if there is one. */
export function useArrivalNotice(): string | null {
  return useHistoryState<NoticeState | null>()?.notice ?? null;
}
