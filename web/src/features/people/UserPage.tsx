import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { useLocation } from "wouter";
import { ownPageQuery, type UserPage as Page } from "@/api/people";
import { useUrlParam } from "@/lib/location";
import { useSession } from "@/lib/session";
import { Tabs } from "@/ui/Tabs";
import { userPath } from "./address";
import { Compare } from "./Compare";
import { Favorites } from "./Favorites";
import { Numbers } from "./Numbers";
import { OwnerNotice } from "./OwnerNotice";
import { PageHead } from "./PageHead";
import { PublicList } from "./PublicList";

interface Props {
  page: Page;
  /** The key of the page's link, where the reader came by it. */
  link: string | null;
  /** Renders the reviews of the page's owner, each under a heading of this level. */
  reviews: (heading: "h2" | "h3") => ReactNode;
}

/**
 * Somebody's page: who it is, favourites, reviews, and the list where that is shown. Its tabs come first, so that what a link
 * opens is in sight.
 */
export function UserPage(props: Props) {
  const { page, reviews } = props;
  const { user } = useSession();
  const { data: own } = useQuery({ ...ownPageQuery(user?.uid ?? ""), enabled: user !== null });
  const isOwn = own?.name.toLowerCase() === page.name.toLowerCase();
  const id = useId();
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-4 sm:gap-8 sm:py-10">
      {isOwn && own && <OwnerNotice page={own} />}
      <PageHead page={page} />
      {page.shows_list ? (
        <PageTabs {...props} isOwn={isOwn} />
      ) : (
        <>
          <Favorites titles={page.favorites} />
          <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <h2 id={id} className="text-xl">
              Reviews
            </h2>
            {reviews("h3")}
          </section>
        </>
      )}
    </div>
  );
}

const LIST = { name: "list", label: "Anime list" } as const;
const REVIEWS = { name: "reviews", label: "Reviews" } as const;
const NUMBERS = { name: "numbers", label: "In numbers" } as const;
const COMPARE = { name: "compare", label: "Compare" } as const;

/** The list, what is made from it, and reviews. Nobody compares their list with itself. */
function PageTabs({ page, link, reviews, isOwn }: Props & { isOwn: boolean }) {
  const [, navigate] = useLocation();
  const tabs = isOwn ? [LIST, REVIEWS, NUMBERS] : [LIST, REVIEWS, NUMBERS, COMPARE];
  const param = useUrlParam("tab");
  const { name: selected } = tabs.find(({ name }) => name === param) ?? LIST;
  const select = (name: string) =>
    navigate(userPath(page.name, { link, tab: name === LIST.name ? null : name }), {
      replace: true,
    });
  return (
    <div>
      <Tabs
        label={`What ${page.display_name} shows`}
        tabs={tabs}
        selected={selected}
        onSelect={select}
      >
        {selected === "list" && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <Favorites titles={page.favorites} />
            <PublicList name={page.name} link={link} />
          </div>
        )}
        {selected === "reviews" && <section aria-label="Reviews">{reviews("h2")}</section>}
        {selected === "numbers" && <Numbers name={page.name} link={link} />}
        {selected === "compare" && <Compare page={page} link={link} />}
      </Tabs>
    </div>
  );
}
