import type { ReactNode } from "react";
import { lateCode } from "@/lib/page-code";
import { ChevronLeftIcon, ChevronRightIcon } from "@/ui/icons";
import { pageWindow } from "./pages";

const PageJump = lateCode(() => import("./PageJump"));

interface Props {
  current: number;
  total: number;
  onPage: (page: number) => void;
  /** Called when the visitor is about to go to a page. */
  onAim: (page: number) => void;
}

export function Pagination({ current, total, onPage, onAim }: Props) {
  const pages = pageWindow(current, total);
  const stepTo = (page: number) => ({
    disabled: page < 1 || page > total,
    onPress: () => onPage(page),
    onAim: () => onAim(page),
  });
  const number = (page: number) => (
    <PageButton key={page} label={`Page ${page}`} current={page === current} {...stepTo(page)}>
      {page}
    </PageButton>
  );
  return (
    <nav
      aria-label="Pages"
      className="noscript:hidden mt-8 flex flex-wrap items-center justify-center gap-x-8 gap-y-4"
    >
      <div className="flex w-full max-w-96 flex-wrap items-center justify-center gap-0.5 sm:gap-1">
        <PageButton label="Previous page" {...stepTo(current - 1)}>
          <ChevronLeftIcon aria-hidden="true" size={20} />
        </PageButton>
        {pages.map(number)}
        {(pages.at(-1) ?? total) < total && (
          <>
            <span className="px-1 text-muted">…</span>
            {number(total)}
          </>
        )}
        <PageButton label="Next page" {...stepTo(current + 1)}>
          <ChevronRightIcon aria-hidden="true" size={20} />
        </PageButton>
      </div>
      <PageJump total={total} onPage={onPage} />
    </nav>
  );
}

interface PageButtonProps {
  label: string;
  current?: boolean;
  disabled: boolean;
  onPress: () => void;
  onAim: () => void;
  children: ReactNode;
}

/** At either end an arrow stays focusable and says that it is of no use: the focus is not lost. */
function PageButton({
  label,
  current = false,
  disabled,
  onPress,
  onAim,
  children,
}: PageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={current ? "page" : undefined}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onPress}
      onPointerEnter={disabled ? undefined : onAim}
      onFocus={disabled ? undefined : onAim}
      className="page-number grid place-items-center rounded-full text-sm font-semibold transition-colors hover:bg-raised aria-[current=page]:bg-accent-fill aria-[current=page]:text-on-accent aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:hover:bg-transparent"
    >
      {children}
    </button>
  );
}
