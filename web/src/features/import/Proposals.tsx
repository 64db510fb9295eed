import { useState } from "react";
import { formatCount } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";

interface Props {
  /** Number of proposed titles without a decision. */
  proposed: number;
  accepted: boolean;
  onAccept: (accept: boolean) => void;
  /** Shows only the rows with proposals. */
  onShow: () => void;
}

/** All titles that only a name proposes, at once, once their user has read what that means. */
export function Proposals({ proposed, accepted, onAccept, onShow }: Props) {
  const [confirming, setConfirming] = useState(false);
  if (proposed === 0 && !accepted) return null;
  const all = proposed === 1 ? "it" : `all ${formatCount(proposed)}`;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-md border border-line bg-surface p-4">
      <p className="min-w-0 flex-1 basis-72">
        {accepted
          ? `All titles that only a name says are accepted${proposed === 0 ? "." : `, but of ${proposed === 1 ? "one row" : `${formatCount(proposed)} rows`}: another row is of the title that fits the name. What is left is kept for later.`}`
          : `Of ${proposed === 1 ? "one row" : `${formatCount(proposed)} rows`} only the name says which title it is. What you do not accept is kept for later.`}
      </p>
      {accepted ? (
        <Button variant="outline" onClick={() => onAccept(false)}>
          Ask me one by one
        </Button>
      ) : (
        <>
          <Button variant="quiet" onClick={onShow}>
            Look at {proposed === 1 ? "it" : "them"}
          </Button>
          <Button variant="outline" onClick={() => setConfirming(true)}>
            Accept {all}
          </Button>
        </>
      )}
      {confirming && (
        <Dialog
          title={`Accept ${proposed === 1 ? "this title" : `these ${formatCount(proposed)} titles`}?`}
          onClose={() => setConfirming(false)}
        >
          <p>
            {proposed === 1 ? "It" : "Each"} has the name that the file says, perhaps with other
            signs. Now and then several anime share a name, as a remake does; then the one that is
            written just so is taken, or else the most popular. You can still change{" "}
            {proposed === 1 ? "it" : "each of them"} before anything is written.
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={() => setConfirming(false)}>
              Not now
            </Button>
            <Button
              onClick={() => {
                setConfirming(false);
                onAccept(true);
              }}
            >
              Accept {all}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
