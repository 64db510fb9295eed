import { lengthOf } from "@/lib/text-length";

interface Props {
  text: string;
  /** The largest number of characters of the text. */
  max: number;
}

/** Says how much room a text has left as soon as it gets short. */
export function LengthHint({ text, max }: Props) {
  const length = lengthOf(text);
  if (length < 0.9 * max) return null;
  const over = length - max;
  return (
    <span className={`block text-sm tabular-nums ${over > 0 ? "text-danger" : "text-muted"}`}>
      {length} of {max} characters{over > 0 && `, ${over} too many`}
    </span>
  );
}
