import type { ReactNode } from "react";

interface NoticeProps {
  tone: "failure" | "info";
  children: ReactNode;
}

const tones = {
  failure: "border-danger/50 bg-danger-bg text-text",
  info: "border-line bg-surface text-text",
};

/** A message in a box. Failures are announced at once, the rest when the reader is idle. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <div
      role={tone === "failure" ? "alert" : "status"}
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border px-4 py-3 ${tones[tone]}`}
    >
      {children}
    </div>
  );
}
