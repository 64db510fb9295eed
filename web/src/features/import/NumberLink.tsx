import { numberAddress, numberName } from "./sites";

interface Props {
  of: Parameters<typeof numberAddress>[0];
  name: string;
}

/** The name of a title that the catalogue does not know. One that has only a number leads to its site. */
export function NumberLink({ of, name }: Props) {
  const address = numberAddress(of);
  if (address === null || name !== numberName(of)) return name;
  return (
    <a href={address} target="_blank" rel="noreferrer" className="underline underline-offset-4">
      {name}
    </a>
  );
}
