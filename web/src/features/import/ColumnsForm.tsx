import { type FormEvent, useEffect, useId, useState } from "react";
import type { Columns } from "@/api/imports";
import { Button } from "@/ui/Button";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { Select } from "@/ui/Select";
import { asMeaning, guesses, type Meaning, meanings, startOf } from "./csv";

interface Props {
  file: File;
  /** The names of its columns. */
  names: readonly string[];
  /** What is to be done, in a sentence. */
  lead: string;
  /** How it was read before. */
  before?: Columns | undefined;
  onColumns: (columns: Columns) => void;
}

/** Rows of the file that are shown. */
const SHOWN = 3;

const scales = ["10", "100", "5", "20", "3"];

/** What the columns of a CSV are, with the first rows beside, and the scale of its scores. */
export function ColumnsForm({ file, names, lead, before, onColumns }: Props) {
  const [chosen, setChosen] = useState<readonly (Meaning | "")[]>(() =>
    before ? before.meanings.map(asMeaning) : guesses(names),
  );
  const [scoreOf, setScoreOf] = useState(String(before?.scoreOf ?? 10));
  const [problem, setProblem] = useState<string | null>(null);
  const rows = useSamples(file);
  const id = useId();

  const choose = (index: number, meaning: Meaning | "") =>
    setChosen(
      // Each meaning once: the column that had it has none now.
      chosen.map((each, at) =>
        at === index ? meaning : each === meaning && meaning !== "" ? "" : each,
      ),
    );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen.includes("title") || chosen.includes("mal_id"))
      onColumns({ meanings: chosen, scoreOf: Number(scoreOf) });
    else setProblem("Please say which column has the titles, or their numbers at MyAnimeList.");
  }
  return (
    <Form aria-describedby={id} onSubmit={submit} className="grid gap-4">
      <p id={id} className="max-w-text text-muted">
        {lead}
      </p>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <li key={index} className="grid content-start gap-1.5">
            <ColumnChoice
              name={name || `Column ${index + 1}`}
              meaning={chosen[index] ?? ""}
              onMeaning={(meaning) => choose(index, meaning)}
            />
            <Samples values={rows.map((row) => row[index] ?? "")} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-4">
        {chosen.includes("score") && (
          <div className="w-40">
            <Select
              label="The best score is"
              value={scoreOf}
              options={scales.map((value) => ({ value, label: value }))}
              onChange={setScoreOf}
            />
          </div>
        )}
        <Button type="submit">Read it</Button>
      </div>
      <FormMessage text={problem} />
    </Form>
  );
}

function useSamples(file: File): string[][] {
  const [rows, setRows] = useState<string[][]>([]);
  useEffect(() => {
    let left = false;
    void startOf(file, SHOWN).then(({ rows: read }) => left || setRows(read));
    return () => {
      left = true;
    };
  }, [file]);
  return rows;
}

interface ChoiceProps {
  name: string;
  meaning: Meaning | "";
  onMeaning: (meaning: Meaning | "") => void;
}

function ColumnChoice({ name, meaning, onMeaning }: ChoiceProps) {
  return (
    <Select
      label={name}
      value={meaning}
      options={[
        { value: "", label: "Not read" },
        ...Object.entries(meanings).map(([value, label]) => ({ value, label })),
      ]}
      onChange={(value) => onMeaning(value as Meaning | "")}
    />
  );
}

function Samples({ values }: { values: readonly string[] }) {
  const shown = values.filter((value) => value !== "");
  if (shown.length === 0) return null;
  return (
    <p className="truncate text-sm text-muted">
      <span className="sr-only">For example </span>
      {shown.join(" · ")}
    </p>
  );
}
