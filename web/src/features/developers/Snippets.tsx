import { useSyncExternalStore } from "react";
import { CodeBlock } from "./Code";
import { snippets } from "./examples";

/** A placeholder until the page knows its address. */
const SOME_HOST = "https://this-site.example";

const never = () => () => {};

/** Code samples that point at this server. */
export function Snippets() {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => SOME_HOST,
  );
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      {snippets(origin).map(({ language, code }) => (
        <div key={language}>
          <h3 className="mb-1 text-sm text-muted">{language}</h3>
          <CodeBlock label={language}>{code}</CodeBlock>
        </div>
      ))}
    </div>
  );
}
