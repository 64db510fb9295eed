import { Link } from "wouter";
import type { Audience, OwnPage } from "@/api/people";
import { Notice } from "@/ui/Notice";

const seenBy: Record<Audience, string> = {
  only_me: "Only you see it now.",
  link: "Those who have its link see it.",
  everyone: "Everyone sees it.",
};

/** Tells the owner who else sees the page. */
export function OwnerNotice({ page }: { page: OwnPage }) {
  return (
    <Notice tone="info">
      <p className="min-w-0 flex-1 basis-56">
        This is your page as others see it at this address. {seenBy[page.audience]}{" "}
        <Link href="/account#page" className="underline underline-offset-4">
          Change your page
        </Link>
      </p>
    </Notice>
  );
}
