import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Seigaiha } from "@/ui/Seigaiha";

interface AccountCardProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** The frame of the log-in and sign-up pages: an ornamental panel beside the form. */
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
        <div className="p-6 sm:p-10">
          <h1 className="text-2xl">{title}</h1>
          <p className="mt-2 mb-7 text-muted">{lead}</p>
          {children}
        </div>
      </div>
    </div>
  );
}

/** The box, red for what the visitor must change, in which the forms say what went wrong. */
export function FormMessage({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:-mb-5">
      {text !== null && (
        <p className="rounded-md border border-danger bg-danger-bg px-4 py-3 text-sm font-medium text-danger">
          {text}
        </p>
      )}
    </div>
  );
}

/** The other way in, below a line that says "or". */
export function GoogleButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <>
      <p className="my-6 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button variant="outline" className="w-full" onClick={onClick}>
        <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-current">
          <path d="M20 12h-8M20 12a8 8 0 1 1-2.5-5.8" strokeWidth="3" />
        </svg>
        {label}
      </Button>
    </>
  );
}
