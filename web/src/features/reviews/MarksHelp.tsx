const MARKS = [
  ["*softly*", "emphasis"],
  ["**loudly**", "strong emphasis"],
  ["||the end||", "a spoiler, hidden until it is pressed"],
  ["> as it was said", "a quotation"],
  ["- one thing", "a list"],
  ["[a name](https://…)", "a link"],
] as const;

/** What marks in a review do. */
export function MarksHelp() {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-1.5 font-semibold text-muted hover:text-text">
        Emphasis, spoilers, lists and links
      </summary>
      <dl className="mt-2 grid max-w-text grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        {MARKS.map(([mark, meaning]) => (
          <div key={mark} className="contents">
            <dt className="whitespace-nowrap">{mark}</dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 max-w-text text-muted">
        An empty line begins a paragraph. Links in reviews of new accounts work after a day.
      </p>
    </details>
  );
}
