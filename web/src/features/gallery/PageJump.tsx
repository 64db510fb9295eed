import { type FormEvent, useId, useRef } from "react";
import { useAlert } from "@/lib/alert";
import { Button } from "@/ui/Button";
import { wholeNumber } from "./pages";

interface Props {
  total: number;
  onPage: (page: number) => void;
}

/** Goes to a page by its number. What cannot be a page stays in the box, to be put right. */
export default function PageJump({ total, onPage }: Props) {
  const id = useId();
  const alert = useAlert();
  const box = useRef<HTMLInputElement>(null);

  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The box may have been filled before this code was there.
    const page = wholeNumber(box.current?.value ?? "");
    if (page === null || page < 1 || page > total) {
      alert({ title: "No such page", message: `Please enter a number between 1 and ${total}` });
      return;
    }
    event.currentTarget.reset();
    onPage(page);
  };

  return (
    // Sent as it is before its code is there, it leads to the page as well.
    <form noValidate action="/" onSubmit={go} className="flex items-center gap-2 text-sm">
      <label htmlFor={id}>Page:</label>
      <input
        ref={box}
        id={id}
        name="page"
        // Text with a number pad: a number box would swallow what it cannot read.
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className="h-10 w-16 rounded-full border border-field bg-surface px-3 text-center tabular-nums"
      />
      <Button type="submit" variant="outline" className="h-10 min-h-10">
        Go
      </Button>
    </form>
  );
}
