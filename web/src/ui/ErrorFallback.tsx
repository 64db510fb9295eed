import { useState } from "react";
import { ApiError } from "@/api/errors";
import { reload, reloadedRecently } from "@/lib/browser-navigation";
import { useBackoffRetry } from "@/lib/useBackoffRetry";
import { Button } from "./Button";
import { FailureNotice } from "./FailureNotice";
import { Notice } from "./Notice";

interface Props {
  error: unknown;
  region: string;
}

/** The message in place of a part that could not be shown. */
export default function ErrorFallback({ error, region }: Props) {
  return error instanceof ApiError ? <CodeNotice error={error} /> : <Unshown region={region} />;
}

function Unshown({ region }: Pick<Props, "region">) {
  return (
    <Notice tone="failure">
      <p className="min-w-0 flex-1 basis-56">
        We could not show {region}. Reload the page to try again.
      </p>
      <Button variant="outline" onClick={() => reload()}>
        Reload
      </Button>
    </Notice>
  );
}

/**
 * The region's code could not be fetched. Browsers may keep a failed import as failed for as long as
 * the document lives, so Retry opens the page anew, but not before the server can answer that. It
 * happens by itself too.
 */
function CodeNotice({ error }: { error: ApiError }) {
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    if (await pageAnswers()) reload();
    else setRetrying(false);
  };
  useBackoffRetry(true, async () => {
    if (!reloadedRecently() && (await pageAnswers())) reload();
  });
  return <FailureNotice error={error} onRetry={retry} retrying={retrying} />;
}

async function pageAnswers(): Promise<boolean> {
  try {
    const response = await fetch(window.location.href, { method: "HEAD", cache: "no-store" });
    return response.status < 500;
  } catch {
    return false;
  }
}
