import type { ImportItem, ImportPolicy, RowChoice } from "@/api/imports";
import { Button } from "@/ui/Button";
import { SettledSelect } from "@/ui/SettledSelect";
import { chooses, policies, policyNames } from "./texts";

interface Props {
  item: ImportItem;
  name: string;
  choice: RowChoice | undefined;
  onChoice: (choice: RowChoice) => void;
  onSearch: () => void;
}

/** The possible choices for a row. A refused row can be assigned a title, unless that would have no effect. */
export function RowActions({ item, name, choice, onChoice, onSearch }: Props) {
  const { state } = item;
  const own = choice?.mal_id !== undefined;
  if (!item.takes_title) return null;
  const isOut = state === "refused" && !own;
  const search = chooses(item) ? "Choose the title" : "Another title";
  const differs = choice?.policy || item.differs;
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2">
      {differs && state !== "skipped" && (
        <div className="w-full sm:w-56">
          <SettledSelect
            label={`What stands for ${name}`}
            hidden
            value={choice?.policy ?? ""}
            options={[
              { value: "", label: "As for all rows" },
              ...policies.map((value) => ({ value, label: policyNames[value] })),
            ]}
            onChange={(value) =>
              onChoice({ policy: value === "" ? null : (value as ImportPolicy) })
            }
          />
        </div>
      )}
      {state !== "skipped" && !chooses(item) && (
        <Button variant="outline" aria-label={`${search}: ${name}`} onClick={onSearch}>
          {search}
        </Button>
      )}
      {own && (
        <Button
          variant="outline"
          aria-label={`Not this title: ${name}`}
          onClick={() => onChoice({ mal_id: null })}
        >
          Not this title
        </Button>
      )}
      {!isOut && (
        <Button
          variant="outline"
          aria-label={`${state === "skipped" ? "Take it after all" : "Leave out"}: ${name}`}
          onClick={() => onChoice({ skip: state !== "skipped" })}
        >
          {state === "skipped" ? "Take it after all" : "Leave out"}
        </Button>
      )}
    </div>
  );
}
