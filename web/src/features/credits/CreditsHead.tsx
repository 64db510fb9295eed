import { type ReactNode, useId, useState } from "react";
import { formatCount } from "@/lib/format";
import { Portrait } from "@/ui/Portrait";
import { ShowAll } from "@/ui/ShowAll";

type Fact = [name: string, value: ReactNode];

interface Props {
  kind: "person" | "character";
  of: {
    id: number;
    name: string;
    native_name: string | null;
    image_url: string | null;
    favorites: number | null;
    about: string | null;
  };
  /** Facts that fit into a line; unknown ones are left out. */
  facts: readonly Fact[];
}

/** Letters of Japanese script. Some native names are written in Latin letters. */
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Number of characters from which on a text is longer than eight lines. */
const LONG = 600;

/** Who it is: portrait, names, facts, and what the source says of them. */
export function CreditsHead({ kind, of, facts }: Props) {
  const { name, native_name: native, favorites, about } = of;
  const all: Fact[] = [
    ...facts,
    [
      "Favorite of",
      favorites ? `${formatCount(favorites)} ${favorites === 1 ? "person" : "people"}` : null,
    ],
  ];
  const isJapanese = native !== null && japanese.test(native);
  const known = all.filter(([, value]) => value);
  return (
    <header className="grid gap-x-10 gap-y-6 sm:grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)]">
      <Portrait
        kind={kind}
        of={of}
        eager
        sizes="(min-width: 40rem) 224px, 144px"
        className="max-w-36 rounded-lg shadow-raised sm:max-w-56"
      />
      <div className="grid min-w-0 content-start gap-5">
        <div>
          <h1 className="text-2xl wrap-anywhere">{name}</h1>
          {native && (
            <p
              lang={isJapanese ? "ja" : undefined}
              className={`mt-1 text-lg text-muted ${isJapanese ? "font-ja" : ""}`}
            >
              {native}
            </p>
          )}
        </div>
        {known.length > 0 && (
          <dl className="grid max-w-text gap-x-4 gap-y-2 text-sm min-[26rem]:grid-cols-[9rem_minmax(0,1fr)]">
            {known.map(([label, value]) => (
              <div key={label} className="min-[26rem]:contents">
                <dt className="text-muted">{label}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {about && <About text={about} />}
      </div>
    </header>
  );
}

function About({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const isLong = text.length > LONG;
  return (
    <div className="grid max-w-text gap-1">
      <p
        id={id}
        className={`wrap-anywhere whitespace-pre-line ${isLong && !whole ? "line-clamp-8 noscript:line-clamp-none" : ""}`}
      >
        {text}
      </p>
      {isLong && (
        <ShowAll
          expanded={whole}
          onExpanded={setWhole}
          all="Read on"
          fewer="Read less"
          controls={id}
        />
      )}
    </div>
  );
}
