import type { Choices, ImportPolicy } from "@/api/imports";
import { formatCount } from "@/lib/format";
import { useSettledChoice } from "@/lib/useSettledChoice";
import { Button } from "@/ui/Button";
import { policies, policyHints, policyNames } from "./texts";

interface RuleProps {
  policy: ImportPolicy;
  /** Rows at which list and file do not agree. */
  differing: number;
  onPolicy: (policy: ImportPolicy) => void;
}

/** What stands where list and file differ, for all rows that have no rule of their own. */
export function Rule({ policy, differing, onPolicy }: RuleProps) {
  const { shown, choose, handlers } = useSettledChoice(policy, onPolicy);
  return (
    <fieldset {...handlers} className="min-w-0">
      <legend className="mb-2 text-lg font-bold tracking-tight">
        Where {formatCount(differing)} {differing === 1 ? "title differs" : "titles differ"}
      </legend>
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {policies.map((each) => (
          <label
            key={each}
            className="flex cursor-pointer gap-3 rounded-md border border-line bg-surface p-3 transition-colors hover:border-text has-checked:border-accent has-checked:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="policy"
              value={each}
              checked={shown === each}
              onChange={() => choose(each)}
              className="mt-1 size-4 shrink-0 accent-accent-fill outline-none"
            />
            <span>
              <span className="block font-semibold">{policyNames[each]}</span>
              <span className="block text-sm text-muted">{policyHints[each]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ProposalProps {
  /** Those that wait for a word. */
  proposed: number;
  accepted: boolean;
  onAccept: (accept: Choices["accept_proposals"]) => void;
}

/** All titles that only a name proposes, at once. */
export function Proposals({ proposed, accepted, onAccept }: ProposalProps) {
  if (proposed === 0 && !accepted) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-md border border-line bg-surface p-4">
      <p className="min-w-0 flex-1 basis-72">
        {accepted
          ? "All titles that Mitai proposes by their names are accepted."
          : `Only a name says which title ${proposed === 1 ? "one row is" : `${formatCount(proposed)} rows are`} of. What you do not confirm is kept for later.`}
      </p>
      <Button variant={accepted ? "outline" : "primary"} onClick={() => onAccept(!accepted)}>
        {accepted
          ? "Ask me again"
          : `Accept ${proposed === 1 ? "it" : `all ${formatCount(proposed)}`}`}
      </Button>
    </div>
  );
}
