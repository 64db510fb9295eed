import type { ReactNode } from "react";
import { Link } from "wouter";
import type { User } from "@/api/types";
import { Avatar } from "@/ui/Avatar";
import { Seigaiha } from "@/ui/Seigaiha";

interface Props {
  user: User;
  /** The buttons of what the user can do with the profile. */
  actions: ReactNode;
  /** The texts of the profile, or the form that changes them. */
  children: ReactNode;
}

/** In characters: a longer name is set smaller, so that all of it has a place. */
const LONG_NAME = 40;

/** The user's photo and name, below a banner of waves. */
export function ProfileCard({ user, actions, children }: Props) {
  const name = user.displayName || "User";
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-surface">
      <div
        aria-hidden="true"
        className="relative h-32 overflow-hidden bg-cool-fill text-on-cool sm:h-44"
      >
        <div className="absolute top-6 right-[12%] size-32 rounded-full bg-accent-fill sm:top-8 sm:size-48" />
        <Seigaiha className="absolute inset-x-0 bottom-0 h-12 w-full fill-cool-fill text-on-cool/25 sm:h-20" />
      </div>
      <div className="px-5 pb-7 sm:px-8">
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)] lg:grid-cols-[auto_minmax(0,1fr)_auto]">
          <Avatar
            user={user}
            className="relative -mt-14 size-28 border-4 border-surface sm:row-span-2 sm:-mt-20 sm:size-40 lg:row-span-1"
          />
          <div className="min-w-0 sm:pt-4">
            <h1
              title={name}
              className={`line-clamp-3 ${name.length > LONG_NAME ? "text-lg" : "text-2xl"}`}
            >
              {name}
            </h1>
            <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
              <span className="break-all">{user.email}</span>
              <Link
                href="/account"
                className="underline underline-offset-4 transition-colors hover:text-text"
              >
                Your account
              </Link>
              <Link
                href="/statistics"
                className="underline underline-offset-4 transition-colors hover:text-text"
              >
                Statistics
              </Link>
              <Link
                href="/account#page"
                className="underline underline-offset-4 transition-colors hover:text-text"
              >
                Your page
              </Link>
              <Link
                href="/import"
                className="underline underline-offset-4 transition-colors hover:text-text"
              >
                Import and export
              </Link>
            </p>
          </div>
          <div className="flex flex-wrap content-start gap-x-3 gap-y-2 lg:max-w-80 lg:pt-4">
            {actions}
          </div>
        </div>
        <div className="mt-7">{children}</div>
      </div>
    </section>
  );
}
