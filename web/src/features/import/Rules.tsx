import type { ImportPolicy } from "@/api/imports";
import { formatCount } from "@/lib/format";
import { useSettledChoice } from "@/lib/useSettledChoice";
import { policies, policyHints, policyNames } from "./texts";

interface RuleProps {
  policy: ImportPolicy;
  /** Rows at which list and file do not agree; none where only what waits for its title may differ. */
  differing: number;
  onPolicy: (policy: ImportPolicy) => void;
}

/** The policy where list and file differ, for all rows without one of their own. */
export function Rule({ policy, differing, onPolicy }: RuleProps) {
  const { shown, choose, handlers } = useSettledChoice(policy, onPolicy);
  return (
    <fieldset {...handlers} className="min-w-0">
      <legend className="mb-2 text-lg font-bold tracking-tight">
        What stands where list and file differ{" "}
        <span className="text-sm font-normal tracking-normal text-muted">
          {differing > 0 &&
            (differing === 1 ? "at 1 title" : `at ${formatCount(differing)} titles`)}
        </span>
      </legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {policies.map((each) => (
          <label
            key={each}
            className="group flex cursor-pointer gap-3 rounded-md border border-line bg-surface p-3 transition-colors hover:border-text has-checked:border-accent has-checked:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-focus"
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
              {/* On a phone, of the chosen one alone: four would push the rows away. */}
              <span className="block text-sm text-muted max-sm:not-group-has-checked:sr-only">
                {policyHints[each]}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
