import type { ImportPreview, ImportState } from "@/api/imports";
import { formatCount } from "@/lib/format";
import { stateFills } from "./state-fills";
import { type Filter, REMARKED, stateHints, stateNames, states } from "./texts";

interface Props {
  preview: Pick<ImportPreview, "counts" | "rows">;
  selected: Filter | null;
  onSelect: (state: ImportState | null) => void;
}

/** The rows of the file, each in one part: how many have which result. Each count shows its rows. */
export function Counts({ preview, selected, onSelect }: Props) {
  const { counts, rows } = preview;
  const only = selected === REMARKED ? null : selected;
  const shown = states.filter((state) => state === only || counts[state] > 0);
  return (
    <div>
      <div aria-hidden="true" className="flex h-2.5 gap-0.5 overflow-hidden rounded-full">
        {shown.map((state) => (
          <span
            key={state}
            className={`min-w-1 transition-[flex-grow] ${stateFills[state]} ${only !== null && only !== state ? "opacity-30" : ""}`}
            style={{ flexGrow: counts[state], flexBasis: 0 }}
          />
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons outside a form */}
      <div
        role="group"
        aria-label="Rows"
        className="mt-3 grid gap-1.5 min-[19rem]:grid-cols-2 sm:flex sm:flex-wrap sm:gap-2"
      >
        <Count
          label="All rows"
          count={rows}
          pressed={selected === null}
          onPress={() => onSelect(null)}
        />
        {shown.map((state) => (
          <Count
            key={state}
            label={stateNames[state]}
            count={counts[state]}
            fill={stateFills[state]}
            pressed={state === only}
            onPress={() => onSelect(state === only ? null : state)}
          />
        ))}
      </div>
      <p className="mt-3 max-w-text text-sm text-muted">
        {only === null
          ? "Every row of the file stands in one of these. Look through them before you apply it: afterwards their numbers stay, and the rows go. Until then this tab alone keeps what you choose."
          : stateHints[only]}
      </p>
    </div>
  );
}

interface CountProps {
  label: string;
  count: number;
  fill?: string;
  pressed: boolean;
  onPress: () => void;
}

function Count({ label, count, fill, pressed, onPress }: CountProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="flex min-h-11 items-center gap-2 rounded-md border border-line bg-surface px-3 py-1.5 text-left transition-colors hover:border-text aria-pressed:border-accent aria-pressed:bg-raised sm:rounded-full sm:px-4"
    >
      {fill && <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${fill}`} />}
      <span className="font-bold tabular-nums">{formatCount(count)}</span>
      <span className="text-sm leading-tight text-muted">{label}</span>
    </button>
  );
}
