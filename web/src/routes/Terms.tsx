import { Link } from "wouter";
import { TextPage } from "@/ui/TextPage";

export default function Terms() {
  return (
    <TextPage title="Terms of Service" lead="Be kind, to people and to the server.">
      <h2>Using Mitai</h2>
      <p>
        Browsing is free and needs no account. Do not use the site to overload it or to harm others.
        Whoever runs this server decides who may use it.
      </p>
      <h2>Your account</h2>
      <p>
        What you write on your profile stays yours, and only you see it. Keep your password to
        yourself; the account is yours to <Link href="/account">download or delete</Link> at any
        time. Whoever runs this server may close accounts that are used to harm it or others.
      </p>
      <h2>What you read here</h2>
      <p>
        Scores, votes, episode counts and dates are facts gathered from public anime databases, as
        of the date shown with them. They may be out of date or wrong. Titles, characters and
        original pictures belong to their owners; the drawn posters and the built-in synopses are
        Mitai’s own.
      </p>
      <h2>No promise</h2>
      <p>
        Mitai comes as it is. It is free software, offered without any warranty, under the MIT or
        the Apache 2.0 licence, as you prefer.
      </p>
      <p>
        What is stored about you is told on the <Link href="/privacy">privacy page</Link>.
      </p>
    </TextPage>
  );
}
