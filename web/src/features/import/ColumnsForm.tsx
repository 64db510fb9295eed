import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Columns } from "@/api/imports";
import { Button } from "@/ui/Button";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { Select } from "@/ui/Select";
import { firstRows, guesses, type Meaning, meanings } from "./csv";

interface Props {
  /** The file; undefined if it has to be chosen again: Mitai does not store files. */
  file: File | undefined;
  /** The names of the file's columns. */
  names: readonly string[];
  /** The instruction above the form, in a sentence. */
  lead: string;
  /** How the file was read before. */
  before?: { meanings: readonly (Meaning | "")[]; scoreOf: number | null };
  /** The highest score that the server guessed, if it guessed one. */
  guess?: number | null;
  onColumns: (file: File, columns: Columns) => void;
}

/** Number of the file's rows that show. */
const SHOWN = 3;

const scales = [10, 100, 5, 20, 3];

/** The columns of a CSV with its first rows, and the scale of its scores. */
export function ColumnsForm({ file, names, lead, before, guess = null, onColumns }: Props) {
  const [chosen, setChosen] = useState(before?.meanings ?? guesses(names));
  const [scoreOf, setScoreOf] = useState(before?.scoreOf ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const rows = useSamples(file);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const choose = (index: number, meaning: Meaning | "") => {
    setProblem(null);
    setChosen(
      // Each meaning once: the column that had it has none now.
      chosen.map((each, at) =>
        at === index ? meaning : each === meaning && meaning !== "" ? "" : each,
      ),
    );
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    const says = chosen.includes("title") || chosen.includes("mal_id");
    setProblem(
      says ? null : "Please say which column has the titles, or their numbers at MyAnimeList.",
    );
    if (!says) return;
    if (file) onColumns(file, { meanings: chosen, scoreOf });
    else input.current?.click();
  }
  return (
    <Form aria-describedby={id} onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p id={id} className="max-w-text text-muted">
        {lead}
        {!file && " Mitai does not keep your file, so please choose it once more."}
      </p>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {names.map((name, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            key={index}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5 [&_label]:truncate"
          >
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
          <ScaleChoice scoreOf={scoreOf} guess={guess} onScoreOf={setScoreOf} />
        )}
        <Button type="submit">{file ? "Read it" : "Choose the file and read it"}</Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="The file once more"
          onChange={({ target }) => {
            const again = target.files?.[0];
            if (again) onColumns(again, { meanings: chosen, scoreOf });
          }}
        />
      </div>
      <FormMessage text={problem} />
    </Form>
  );
}

interface ScaleProps {
  scoreOf: number | null;
  guess: number | null;
  onScoreOf: (scoreOf: number | null) => void;
}

/** The choice of the highest score; by default the server takes it from the scores. */
function ScaleChoice({ scoreOf, guess, onScoreOf }: ScaleProps) {
  const bySelf = guess === null ? "By the scores" : `By the scores: ${guess}`;
  return (
    <div className="w-44 max-w-full [&_label]:whitespace-normal">
      <Select
        label="The best score is"
        value={String(scoreOf ?? "")}
        options={[
          { value: "", label: bySelf },
          ...[...new Set([...scales, ...(scoreOf === null ? [] : [scoreOf])])].map((scale) => ({
            value: String(scale),
            label: String(scale),
          })),
        ]}
        onChange={(value) => onScoreOf(value === "" ? null : Number(value))}
      />
    </div>
  );
}

function useSamples(file: File | undefined): string[][] {
  const [rows, setRows] = useState<string[][]>([]);
  useEffect(() => {
    let left = false;
    if (file) void firstRows(file, SHOWN).then((read) => left || setRows(read));
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
