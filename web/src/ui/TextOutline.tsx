/** A small text that is not known yet, as large as it will be. Nobody reads it. */
export const TextOutline = ({ text }: { text: string }) => (
  <p
    aria-hidden="true"
    data-text={text}
    className="animate-pulse justify-self-start rounded-md bg-raised text-sm text-transparent before:content-[attr(data-text)]"
  />
);
