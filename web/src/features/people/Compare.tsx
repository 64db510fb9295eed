import { Link, useLocation } from "wouter";
import { type ListComparison, type UserPage, userAddress } from "@/api/people";
import { useRetryFailed } from "@/api/retry";
import { formatCount } from "@/lib/format";
import { usePreferences } from "@/lib/list/preferences";
import type { Scale } from "@/lib/list/scales";
import { useAddress, useUrlParam } from "@/lib/location";
import { loginPath } from "@/lib/next";
import { useSession } from "@/lib/session";
import { useViewerQuery } from "@/lib/useViewerQuery";
import { buttonClass } from "@/ui/Button";
import { FailureNotice } from "@/ui/FailureNotice";
import { Select } from "@/ui/Select";
import { Spinner } from "@/ui/Spinner";
import { userPath } from "./address";
import { ComparedRow } from "./ComparedRow";
import { laterPage, Pages } from "./Pages";
import { correlationText, differenceText, tasteText } from "./texts";

const orders = [
  { value: "difference", label: "Greatest difference" },
  { value: "theirs", label: "Their score" },
  { value: "mine", label: "My score" },
  { value: "title", label: "Title" },
];

interface Props {
  page: UserPage;
  link: string | null;
}

/** The comparison of the reader's list with somebody's. */
export function Compare({ page, link }: Props) {
  const { status, error } = useSession();
  const address = useAddress();
  if (status === "signed-in") return <Comparison page={page} link={link} />;
  if (status === "unknown" && !error) return <Spinner text="Loading ..." />;
  return (
    <div className="grid justify-items-center gap-4 py-10 text-center">
      <p>Log in to compare your list with {page.display_name}’s.</p>
      <Link href={loginPath(address)} className={buttonClass()}>
        Log in
      </Link>
    </div>
  );
}

function useChoice() {
  const of = useUrlParam("of") === "only_theirs" ? "only_theirs" : null;
  const sort = useUrlParam("sort");
  return {
    of,
    sort: orders.some(({ value }) => value === sort && value !== "difference") ? sort : null,
    page: laterPage(useUrlParam("page")),
  };
}

function Comparison({ page, link }: Props) {
  const { name, display_name: called } = page;
  const choice = useChoice();
  const [, navigate] = useLocation();
  const { data, error, isFetching, isBetween } = useViewerQuery<ListComparison>(
    userAddress("/comparison", name.toLowerCase(), {
      link,
      ...choice,
      // Titles of the other list alone have no difference to sort by.
      sort: choice.sort ?? (choice.of && "theirs"),
    }),
    { inParts: true },
  );
  const retry = useRetryFailed();
  const scale = usePreferences().score_scale;
  const go = (change: Partial<typeof choice>) =>
    navigate(userPath(name, { link, tab: "compare", ...choice, page: null, ...change }), {
      replace: true,
    });
  if (!data) {
    return error ? (
      <FailureNotice error={error} onRetry={retry} retrying={isFetching} />
    ) : (
      <Spinner text="Loading ..." />
    );
  }
  return (
    <section aria-label="Compare" aria-busy={isBetween || undefined}>
      <Agreement comparison={data} name={called} scale={scale} />
      <Choices comparison={data} choice={choice} name={called} onChoice={go} />
      {data.items.length === 0 ? (
        <p className="py-10 text-center text-muted">There are no such titles.</p>
      ) : (
        <ul className="mt-5 border-t border-line">
          {data.items.map((title) => (
            <ComparedRow key={title.mal_id} title={title} name={called} scale={scale} />
          ))}
        </ul>
      )}
      <Pages
        current={data.page}
        total={data.pages}
        onPage={(page) => go({ page: page === 1 ? null : String(page) })}
      />
    </section>
  );
}

interface AgreementProps {
  comparison: ListComparison;
  name: string;
  scale: Scale;
}

function Agreement({ comparison: { agreement }, name, scale }: AgreementProps) {
  return (
    <div className="rounded-lg border border-line bg-surface p-5 sm:p-7">
      <h2 className="text-lg wrap-anywhere">{tasteText(agreement, name)}</h2>
      <p className="mt-2 max-w-text text-muted">{correlationText(agreement)}</p>
      <p className="mt-2 max-w-text wrap-anywhere text-muted empty:hidden">
        {differenceText(agreement, name, scale)}
      </p>
    </div>
  );
}

interface ChoicesProps {
  comparison: ListComparison;
  choice: ReturnType<typeof useChoice>;
  name: string;
  onChoice: (change: Partial<ReturnType<typeof useChoice>>) => void;
}

function Choices({ comparison, choice, name, onChoice }: ChoicesProps) {
  const { shared, only_theirs } = comparison;
  const of = choice.of ?? "shared";
  return (
    <div className="mt-6 grid gap-4 sm:max-w-xl sm:grid-cols-2">
      <Select
        label="Titles"
        value={of}
        options={[
          { value: "shared", label: `On both lists (${formatCount(shared)})` },
          { value: "only_theirs", label: `Only on ${name}’s (${formatCount(only_theirs)})` },
        ]}
        onChange={(value) =>
          onChoice({ of: value === "only_theirs" ? "only_theirs" : null, sort: null })
        }
      />
      <Select
        label="Order"
        value={choice.sort ?? (of === "shared" ? "difference" : "theirs")}
        options={
          of === "shared" ? orders : orders.filter(({ value }) => /theirs|title/.test(value))
        }
        onChange={(sort) => onChoice({ sort: sort === "difference" ? null : sort })}
      />
    </div>
  );
}
