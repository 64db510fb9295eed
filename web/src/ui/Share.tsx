import { type ComponentProps, useState } from "react";
import { useToast } from "@/lib/toast";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { ShareIcon } from "./late-icons";

interface Props extends Pick<ComponentProps<typeof Button>, "variant" | "className"> {
  title: string;
  /** The canonical path of the page that is shared. */
  path: string;
  /** The name of the button, where several stand on a page. */
  label?: string;
}

/**
 * Hands the page's address to the system's own sharing; where there is none, puts it on the clipboard and
 * says so; where that fails too, shows it.
 */
export function Share({ title, path, label, ...look }: Props) {
  const toast = useToast();
  const [shown, setShown] = useState<string | null>(null);
  const onShare = async () => {
    const url = new URL(path, window.location.origin).href;
    const outcome = await share(title, url);
    if (outcome === "copied") toast({ message: "The link is copied.", about: "share" });
    if (outcome === "failed") setShown(url);
  };
  return (
    <>
      <Button aria-label={label} onClick={onShare} {...look}>
        <ShareIcon aria-hidden="true" size={20} />
        Share
      </Button>
      {shown && <LinkDialog link={shown} onClose={() => setShown(null)} />}
    </>
  );
}

async function share(title: string, url: string): Promise<"done" | "copied" | "failed"> {
  try {
    if (typeof navigator.share === "function") {
      await navigator.share({ title, url });
      return "done";
    }
  } catch (error) {
    // The reader closed the system's dialog.
    if (error instanceof DOMException && error.name === "AbortError") return "done";
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "failed";
  }
}

function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog title="Copy this link" onClose={onClose}>
      <p className="text-sm">Your browser does not let us copy it for you.</p>
      <input
        readOnly
        aria-label="Link to this page"
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        className="mt-4 w-full rounded-md border border-field bg-bg px-3 py-2.5 text-sm"
      />
      <div className="mt-6 flex justify-end">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
