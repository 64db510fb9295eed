import { Link } from "wouter";

interface Props {
  question: string;
  label: string;
  href: string;
}

/** A link from the log-in page to the sign-up page, or back. */
export function AccountFormLink({ question, label, href }: Props) {
  return (
    <p className="mt-7 text-center text-sm text-muted">
      {question}{" "}
      <Link href={href} className="font-semibold text-accent underline underline-offset-4">
        {label}
      </Link>
    </p>
  );
}
