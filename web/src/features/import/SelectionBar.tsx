import type { ImportPolicy, RowChoice } from "@/api/imports";
import { formatCount } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { CloseIcon } from "@/ui/icons";
import { SettledSelect } from "@/ui/SettledSelect";
import { policies, policyNames } from "./texts";

interface Props {
  rows: ReadonlySet<number>;
  /** Numbers of the rows that show. */
  shown: readonly number[];
  onShown: () => void;
  onNone: () => void;
  onChoice: (choice: RowChoice) => void;
}

const FOR_ALL = "all";

/** What can be wished of the selected rows at once. It stands where Apply stands otherwise. */
export function SelectionBar({ rows, shown, onShown, onNone, onChoice }: Props) {
  const more = shown.some((row) => !rows.has(row));
  return (
    <section
      aria-label="Selected rows"
      className="apply-bar sticky bottom-0 z-20 mt-8 -mx-1.5 max-h-[55vh] overflow-y-auto border-t border-line bg-bg/95 px-1.5 py-3 backdrop-blur-md"
    >
      <div className="flex flex-wrap items-center gap-2 sm:gap-3">
        <p role="status" className="mr-auto font-semibold">
          {formatCount(rows.size)} selected
        </p>
        {more && (
          <Button variant="quiet" className="max-[19rem]:order-1" onClick={onShown}>
            Select the {formatCount(shown.length)} shown
          </Button>
        )}
        <IconButton
          label="Select none"
          onClick={onNone}
          className="min-[19rem]:order-1 sm:order-last"
        >
          <CloseIcon aria-hidden="true" size={18} />
        </IconButton>
        <div className="order-2 flex w-full flex-wrap gap-2 sm:w-auto">
          <div className="min-w-0 flex-1 basis-32 sm:basis-60">
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
      </div>
    </section>
  );
}
