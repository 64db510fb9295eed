import { type FormEvent, useState } from "react";
import { failureCode } from "@/api/errors";
import { fetchJikan, type RawAnswer } from "@/api/jikan";
import { formatCount } from "@/lib/format";
import { errorMessages } from "@/messages/errors";
import { Button } from "@/ui/Button";
import { Form } from "@/ui/Form";
import { FormMessage } from "@/ui/FormMessage";
import { Select } from "@/ui/Select";
import { CodeBlock } from "./Code";
import { examples } from "./examples";

const options = examples.map(({ label, path }) => ({ value: path, label }));

/** Examples to choose from, and what the server answers to the one that was tried last. */
export function TryIt() {
  const [path, setPath] = useState(examples[0]?.path ?? "");
  const [answer, setAnswer] = useState<RawAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      setAnswer(await fetchJikan(path));
    } catch (error) {
      setAnswer(null);
      setFailure(errorMessages[failureCode(error)]);
    }
    setBusy(false);
  }

  return (
    <div className="noscript:hidden grid grid-cols-[minmax(0,1fr)] gap-4">
      <Form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Select label="Example" value={path} options={options} onChange={setPath} />
        <p className="font-mono text-xs break-all text-muted">GET {path}</p>
        <Button type="submit" busy={busy} className="justify-self-start">
          Try
        </Button>
      </Form>
      <FormMessage text={failure} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {answer && summary(answer)}
      </p>
      {answer && (
        <CodeBlock label={`Answer of ${answer.path}`} tall>
          {answer.body}
        </CodeBlock>
      )}
    </div>
  );
}

function summary({ status, milliseconds, length }: RawAnswer): string {
  return `Status ${status} after ${formatCount(milliseconds)} ms, ${formatCount(length)} characters`;
}
