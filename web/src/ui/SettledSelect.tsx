import type { ComponentProps } from "react";
import { useSettledChoice } from "@/lib/useSettledChoice";
import { Select } from "./Select";

/** A choice that changes what is kept: the arrow keys pass the options on the way to the one that is meant. */
export function SettledSelect(props: ComponentProps<typeof Select>) {
  const { shown, choose, handlers } = useSettledChoice(props.value, props.onChange);
  return (
    <div {...handlers}>
      <Select {...props} value={shown} onChange={choose} />
    </div>
  );
}
