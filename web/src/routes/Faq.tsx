import { Link } from "wouter";
import { TextPage } from "@/ui/TextPage";

export default function Faq() {
  return (
    <TextPage title="FAQ" lead="Short answers to what people ask first.">
      <h2>Can I watch anime here?</h2>
      <p>
        No. Mitai helps you find what to watch and says what a show is about. It does not stream.
      </p>
      <h2>Do I need an account?</h2>
      <p>
        Not to browse, search and read. A watchlist, a history and a profile need one:{" "}
        <Link href="/signup">sign up</Link> with an email address and a password, or with Google.
      </p>
      <h2>I forgot my password</h2>
      <p>
        Ask for <Link href="/forgot">a link to set a new one</Link>. If this server sends no mail,
        whoever runs it can make you one.
      </p>
      <h2>Can I bring my list from elsewhere?</h2>
      <p>
        Yes: from MyAnimeList, AniList, Kitsu, Shikimori, Anime-Planet, Simkl, Trakt, Yamtrack, or
        any CSV. <Link href="/import">Import and export</Link> shows what would change before
        anything does, and each import can be undone as a whole.
      </p>
      <h2>How do I get my data, or leave?</h2>
      <p>
        <Link href="/import">Your list</Link> is there as JSON, as CSV, and in the form that other
        trackers import. <Link href="/account">Your account’s page</Link> has one button for each.
        Deleting an account takes everything in it along.
      </p>
      <h2>Where do the scores come from?</h2>
      <p>
        From public anime databases. Each list says as of when. A score is shown to one decimal;
        “N/A” means that nobody has scored the title yet. A title’s page has Mitai’s own score
        beside it, once five of its users have rated the title.
      </p>
      <h2>Why are some posters drawn?</h2>
      <p>
        When there is no picture we may show, or it does not load, Mitai draws one from a
        traditional Japanese pattern. The same title always gets the same drawing.
      </p>
      <h2>What happens to my likes?</h2>
      <p>
        They stay in this browser. More on the <Link href="/privacy">privacy page</Link>.
      </p>
      <h2>Can I run Mitai myself?</h2>
      <p>Yes. It is one program with its catalogue built in, and it is free software.</p>
    </TextPage>
  );
}
