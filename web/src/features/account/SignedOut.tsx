import { Link } from "wouter";
import { useAddress } from "@/lib/location";
import { loginPath } from "@/lib/next";
import { buttonClass } from "@/ui/Button";
import { Seigaiha } from "@/ui/Seigaiha";

interface SignedOutProps {
  title: string;
  message: string;
  hint: string;
}

/** The message that visitors see on account pages. */
export function SignedOut({ title, message, hint }: SignedOutProps) {
  const address = useAddress();
  return (
    <div className="page grid min-h-[70vh] place-items-center py-14">
      <div className="relative w-full max-w-2xl overflow-hidden rounded-lg border border-line bg-surface px-6 pt-56 pb-14 text-center sm:px-14">
        <div className="absolute top-10 left-1/2 size-28 -translate-x-1/2 rounded-full bg-accent-fill" />
        <Seigaiha className="absolute inset-x-0 top-24 h-20 w-full fill-surface text-line" />
        <h1 className="text-2xl">{title}</h1>
        <p className="mt-4 text-lg">{message}</p>
        <p className="mx-auto mt-2 max-w-md text-muted">{hint}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Link href={loginPath(address)} className={buttonClass()}>
            Log in
          </Link>
          <Link href="/" className={buttonClass("outline")}>
            Browse anime
          </Link>
        </div>
      </div>
    </div>
  );
}
