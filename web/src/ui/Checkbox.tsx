interface Props {
  label: string;
  checked: boolean;
  /** Called when the box is pressed; `range` is all from the one pressed before to this one. */
  onToggle: (range: boolean) => void;
}

/** A box to tick whose label is only read out. What takes the touch is larger than the box. */
export function Checkbox({ label, checked, onToggle }: Props) {
  return (
    <span className="relative grid size-6 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) =>
          onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
        }
        className="grid size-6 cursor-pointer appearance-none place-items-center rounded-sm border-2 border-field bg-surface after:absolute after:-inset-2.5 before:text-sm before:leading-none before:font-bold before:text-on-accent checked:border-accent-fill checked:bg-accent-fill checked:before:content-['✓'] forced-colors:appearance-auto"
      />
    </span>
  );
}
