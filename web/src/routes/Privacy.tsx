import { TextPage } from "@/ui/TextPage";

export default function Privacy() {
  return (
    <TextPage title="Privacy Policy" lead="What is stored about you, and where. It is not much.">
      <h2>Kept in this browser</h2>
      <p>
        The titles you like and the theme you choose are kept in this browser’s own storage. They
        are never sent to the server. Clear the site’s data in your browser and they are gone.
      </p>
      <h2>Kept on the server</h2>
      <p>
        There are no accounts on this server yet, so nothing about you is stored there. Like every
        web server it sees the address your browser connects from while it answers, and whoever runs
        it may keep a log of requests for a while.
      </p>
      <h2>Forms</h2>
      <p>
        The contact form, the newsletter box and the log-in and sign-up forms send nothing anywhere.
        What you write in the contact form is shown in your own browser’s console and nowhere else.
      </p>
      <h2>Where newer facts come from</h2>
      <p>
        To find newer facts, this server may ask the catalogue services that its operator chose. As
        long as nobody chose others, those are Kitsu and a service that passes on what MyAnimeList
        knows. The texts that visitors search for and the titles they look at can be part of such a
        question. Who wanted to know is not: the server asks in its own name, with no address and no
        cookie of yours.
      </p>
      <h2>Pictures</h2>
      <p>
        The built-in catalogue’s pictures are drawn by this server, so they need no other one. As
        soon as the catalogue knows where a title’s original picture is, your browser loads it from
        there: from the picture hosts of MyAnimeList or Kitsu. Those then see your network address,
        as every site does that you load a picture from.
      </p>
      <h2>Cookies and trackers</h2>
      <p>
        There are none. Mitai sets no cookies, counts no visits and loads no fonts, scripts or
        trackers from anyone else.
      </p>
    </TextPage>
  );
}
