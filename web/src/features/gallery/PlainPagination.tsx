import { buttonClass } from "@/ui/Button";
import { pagePath } from "./pages";

interface Props {
  current: number;
  total: number;
}

/** The pages as links, for browsers that run no scripts. */
export function PlainPagination({ current, total }: Props) {
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-center gap-2">
      {Array.from({ length: total }, (_, index) => index + 1).map((page) => (
        <a
          key={page}
          href={pagePath(page)}
          aria-label={`Page ${page}`}
          aria-current={page === current ? "page" : undefined}
          className={buttonClass(page === current ? "primary" : "quiet")}
        >
          {page}
        </a>
      ))}
    </nav>
  );
}
