import type { ReactNode } from "react";
import { Seigaiha } from "@/ui/Seigaiha";

interface AccountCardProps {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}

/** The frame of the pages that sign people in: an ornamental panel beside the form. */
export function AccountCard({ title, lead, children }: AccountCardProps) {
  return (
    <div className="page py-8 sm:py-14">
      <div className="mx-auto grid max-w-5xl overflow-hidden rounded-lg border border-line bg-surface lg:grid-cols-[5fr_6fr]">
        <div
          aria-hidden="true"
          className="relative h-28 overflow-hidden bg-cool-fill text-on-cool lg:h-auto"
        >
          <div className="absolute top-6 left-1/2 flex size-44 -translate-x-1/2 items-center justify-center rounded-full bg-accent-fill lg:top-[18%] lg:size-72">
            <p
              lang="ja"
              className="hidden pb-10 font-ja text-2xl text-on-accent [writing-mode:vertical-rl] lg:block"
            >
              見たい
            </p>
          </div>
          <Seigaiha className="absolute inset-x-0 bottom-0 h-10 w-full fill-cool-fill text-on-cool/25 lg:h-2/5" />
        </div>
        <div className="grid content-center p-6 sm:p-10 lg:min-h-136">
          <h1 className="text-2xl">{title}</h1>
          {lead && <p className="mt-2 text-muted">{lead}</p>}
          <div className="mt-7">{children}</div>
        </div>
      </div>
    </div>
  );
}
