import { examples, offered } from "@/features/developers/examples";
import { Snippets } from "@/features/developers/Snippets";
import { TryIt } from "@/features/developers/TryIt";
import { TextPage } from "@/ui/TextPage";

/** "/developers": the API that programs can ask, with examples to try. */
export default function Developers() {
  return (
    <TextPage
      title="Developers"
      lead="Anime data for your program, in the form of Jikan v4. No key, no account, no limit."
    >
      <h2>Programs made for Jikan</h2>
      <p>
        What is offered under <code className="font-mono text-sm">/v4</code> answers as Jikan does:
        the same fields in the same order, pages, errors and cache headers. So a program made for
        Jikan needs one change, its base address. Pages of every site may ask, too.
      </p>
      <Snippets />
      <h2>Try it</h2>
      <p className="mb-4">Pick an example, and this server answers.</p>
      <TryIt />
      <Examples />
      <h2>What is offered</h2>
      <Offered />
      <h2>Good to know</h2>
      <ul>
        <li>
          Answers come from this server’s own catalogue. None waits for another service, and none
          goes away with one.
        </li>
        <li>
          Adult titles are not in it. Their addresses answer 404, as do those of manga, clubs and
          users.
        </li>
        <li>
          Send the <code className="font-mono text-sm">ETag</code> of an answer back as{" "}
          <code className="font-mono text-sm">If-None-Match</code>: what has not changed is answered
          by 304, without a body.
        </li>
        <li>
          Lists of titles, people, characters and companies have at most 25 on a page; more is
          refused by 400, as by Jikan. Episodes, trailers and pairs of recommended titles have 100,
          news and reviews 20.
        </li>
        <li>
          Mitai’s own interface, which this site uses, is described at{" "}
          <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.
        </li>
      </ul>
    </TextPage>
  );
}

function Examples() {
  return (
    <details className="mt-4">
      <summary className="cursor-pointer py-2 text-sm font-semibold">All examples as links</summary>
      <ul className="text-sm">
        {examples.map(({ label, path }) => (
          <li key={path}>
            <a href={path} className="break-words">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Offered() {
  return offered.map(({ about, addresses }) => (
    <div key={about} className="mt-4">
      <h3 className="text-base">{about}</h3>
      <ul className="mt-1!">
        {addresses.map((address) => (
          <li key={address} className="font-mono text-sm break-all">
            /v4{address}
          </li>
        ))}
      </ul>
    </div>
  ));
}
