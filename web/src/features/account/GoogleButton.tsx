import { signInMessages } from "@/messages/sign-in";
import { Button } from "@/ui/Button";

interface Props {
  label: string;
  waiting: boolean;
  cancelled?: boolean;
  onClick: () => void;
}

/** Opens Google's window, and says below where to go on while that is open. */
export function GoogleButton({ label, waiting, cancelled = false, onClick }: Props) {
  return (
    <div>
      <Button variant="outline" className="w-full" onClick={onClick}>
        <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-current">
          <path d="M20 12h-8M20 12a8 8 0 1 1-2.5-5.8" strokeWidth="3" />
        </svg>
        {label}
      </Button>
      <p role="status" className="mt-3 text-center text-sm text-muted empty:hidden">
        {waiting
          ? "Go on in the window that has opened. If you cannot find it, press the button again."
          : cancelled && signInMessages.sign_in_cancelled}
      </p>
    </div>
  );
}

/** A dividing line with the word "or". */
export function Or() {
  return (
    <p className="noscript:hidden my-6 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
  );
}
