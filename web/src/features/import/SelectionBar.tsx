import { useId, useState } from "react";
import type { ImportPolicy, RowChoice } from "@/api/imports";
import { formatCount } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { CloseIcon } from "@/ui/icons";
import { ChevronDownIcon } from "@/ui/late-icons";
import { SettledSelect } from "@/ui/SettledSelect";
import { policies, policyNames } from "./texts";

interface Props {
  rows: ReadonlySet<number>;
  /** Numbers of the rows that show on the page. */
  shown: readonly number[];
  onShown: () => void;
  onNone: () => void;
  onChoice: (choice: RowChoice) => void;
}

const FOR_ALL = "all";

/**
 * What can be chosen for the selected rows at once. It stands where Apply stands otherwise, and in sight: in one line that
 * unfolds where there is little room.
 */
export function SelectionBar({ rows, shown, onShown, onNone, onChoice }: Props) {
  const [open, setOpen] = useState(false);
  const unfolding = useId();
  const more = shown.some((row) => !rows.has(row));
  return (
    <section
      aria-label="Selected rows"
      className="apply-bar sticky bottom-0 z-20 mt-8 -mx-1.5 max-h-[55vh] scroll-py-2 overflow-y-auto border-t border-line bg-bg/95 px-1.5 py-2 backdrop-blur-md"
    >
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 roomy:gap-x-2 sm:gap-x-3">
        <p role="status" className="font-semibold">
          {formatCount(rows.size)} selected
        </p>
        <IconButton label="Select none" onClick={onNone} className="mr-auto">
          <CloseIcon aria-hidden="true" size={18} />
        </IconButton>
        <div className="roomy:hidden">
          <IconButton
            label="What to do with the selected rows"
            aria-expanded={open}
            aria-controls={unfolding}
            onClick={() => setOpen(!open)}
          >
            <ChevronDownIcon
              aria-hidden="true"
              size={20}
              className={`transition-transform ${open ? "" : "rotate-180"}`}
            />
          </IconButton>
        </div>
        <div id={unfolding} className={open ? "contents" : "hidden roomy:contents"}>
          {more && (
            <Button variant="quiet" className="w-full roomy:min-[22rem]:w-auto" onClick={onShown}>
              Select the {formatCount(shown.length)} shown
            </Button>
          )}
          <BulkChoice onChoice={onChoice} />
        </div>
      </div>
    </section>
  );
}

function BulkChoice({ onChoice }: Pick<Props, "onChoice">) {
  return (
    <div className="flex w-full flex-wrap gap-2 lg:w-auto lg:flex-nowrap">
      <div className="min-w-0 flex-1 basis-32 lg:w-60 lg:flex-none lg:basis-auto">
        <SettledSelect
          label="What stands for the selected rows"
          hidden
          value=""
          options={[
            { value: "", label: "What stands …", disabled: true },
            ...policies.map((value) => ({ value, label: policyNames[value] })),
            { value: FOR_ALL, label: "As for all rows" },
          ]}
          onChange={(value) =>
            onChoice({ policy: value === FOR_ALL ? null : (value as ImportPolicy) })
          }
        />
      </div>
      <Button variant="outline" onClick={() => onChoice({ skip: true })}>
        Leave out
      </Button>
      <Button variant="outline" onClick={() => onChoice({ skip: false })}>
        Take
      </Button>
    </div>
  );
}
