import { useQuery } from "@tanstack/react-query";
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
}

/** Somebody's page: who it is, favourites, and the list where that is shown. */
export function UserPage({ page, link }: Props) {
  const { user } = useSession();
  const { data: own } = useQuery({ ...ownPageQuery(user?.uid ?? ""), enabled: user !== null });
  const isOwn = own?.name.toLowerCase() === page.name.toLowerCase();
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-10 py-8 sm:py-12">
      {isOwn && own && <OwnerNotice page={own} />}
      <PageHead page={page} />
      <Favorites titles={page.favorites} />
      {page.shows_list && <ListTabs page={page} link={link} isOwn={isOwn} />}
    </div>
  );
}

const LIST = { name: "list", label: "Anime list" } as const;
const NUMBERS = { name: "numbers", label: "In numbers" } as const;
const COMPARE = { name: "compare", label: "Compare" } as const;

/** The list, and what is made from it. Nobody compares their list with itself. */
function ListTabs({ page, link, isOwn }: Props & { isOwn: boolean }) {
  const [, navigate] = useLocation();
  const tabs = isOwn ? [LIST, NUMBERS] : [LIST, NUMBERS, COMPARE];
  const asked = useUrlParam("tab");
  const { name: selected } = tabs.find(({ name }) => name === asked) ?? LIST;
  const select = (name: string) =>
    navigate(userPath(page.name, { link, tab: name === LIST.name ? null : name }), {
      replace: true,
    });
  return (
    <div>
      <Tabs label={`${page.display_name}’s list`} tabs={tabs} selected={selected} onSelect={select}>
        {selected === "list" && <PublicList name={page.name} link={link} />}
        {selected === "numbers" && <Numbers name={page.name} link={link} />}
        {selected === "compare" && <Compare page={page} link={link} />}
      </Tabs>
    </div>
  );
}
