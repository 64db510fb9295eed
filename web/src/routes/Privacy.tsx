import { Link } from "wouter";
import { TextPage } from "@/ui/TextPage";

export default function Privacy() {
  return (
    <TextPage
      title="Privacy Policy"
      lead="What is stored about you, where, and how to take it back."
    >
      <WithoutAccount />
      <WithAccount />
      <InBrowser />
      <Elsewhere />
    </TextPage>
  );
}

function WithoutAccount() {
  return (
    <>
      <h2>Without an account</h2>
      <p>
        You can browse, search and read without one, and then nothing about you is stored on the
        server. Like every web server it sees the address your browser connects from while it
        answers, and whoever runs it may keep a log of requests for a while.
      </p>
      <p>
        The contact form and the newsletter box send nothing anywhere. What you write in the contact
        form is shown in your own browser’s console and nowhere else.
      </p>
    </>
  );
}

function WithAccount() {
  return (
    <>
      <h2>With an account</h2>
      <p>This server then keeps, for as long as the account exists:</p>
      <ul>
        <li>Your name, your email address, and when the account was made.</li>
        <li>
          Your password only as a hash: from it nobody can read the password. Whoever signs in with
          Google alone has none.
        </li>
        <li>
          If you signed in with Google: the number by which Google names you, and the address of
          your photo there. If you signed up that way, your name and email address come from there
          too.
        </li>
        <li>What you write on your profile: About Me and Favorite Genres.</li>
        <li>
          Your watchlist: which titles, since when, and what you note of each, such as episodes
          seen, scores, dates, notes and tags. Every change of it is kept with its time and what
          your browser called itself, so that you can take it back, for as long as the account
          exists.
        </li>
        <li>
          Of the files of lists that you bring: their rows, for a day at most, to show you what
          would change. If you apply one: what it is called, when that was and what came of it, and
          what the catalogue does not know, until it does or you forget it.
        </li>
        <li>
          Your history: which titles, and since when. Opening a title’s page while you are signed in
          puts it into your history.
        </li>
        <li>
          What you chose for your lists: scale of scores, language of titles, time zone and the
          week’s first day.
        </li>
        <li>
          Your last 1,000 changes of these, so that your other devices can catch up: which title was
          added or removed, or that your profile changed.
        </li>
        <li>
          For each device you are signed in on: when you signed in, when you were last there (to the
          hour), what the browser calls itself, and a hash of the secret in its cookie. That goes
          when you log out, or after 30 days without a visit, or after 180 days.
        </li>
        <li>
          Your reviews, which everybody may read with your name: their text, when you wrote and
          changed them, and where you were with the title then. That shows only while the title is
          on your list and not private. A review that you delete is gone at once for everybody else,
          and for good after a day, unless you write it again before; of one that whoever runs this
          server had hidden, or that readers had reported and nobody had looked at, the mark without
          its text stays as long as your account.
        </li>
        <li>
          Which reviews of others have helped you, and which you have reported, why and when. Others
          see how many there are, and not who; whoever runs this server can see who has reported.
        </li>
        <li>
          After you ask for a new password: a hash of the secret in the link, for half an hour.
        </li>
        <li>
          While you sign in with Google: what ties that sign-in to your browser, for ten minutes. If
          your Google account is to be linked to an account with its address, then also, until you
          have given the password, but for ten minutes at most: which account that is, who vouches
          for you and by which number they name you, the address of your photo there, and a hash of
          the secret in your browser’s cookie.
        </li>
      </ul>
      <p>
        What is kept for a time does not work a moment longer. The server sweeps such things up
        every ten minutes, so they are gone from its store up to ten minutes after their time.
      </p>
      <p>
        To stop people who guess passwords, or flood others with reviews, votes and reports, the
        server counts attempts for each network address, each email address and each account. Those
        counts stay in its memory and are written nowhere.
      </p>
      <p>
        Only you see your lists and your profile, but for your name on reviews that you write, and
        unless you make a page for others; whoever runs the server can reach its store.
      </p>
      <h2>What others can see</h2>
      <p>
        Besides reviews that you write, nothing until you make a page on{" "}
        <Link href="/account#page">your account’s page</Link>. You choose its name, and who sees it
        and your list on it: only you, who has its link, or everyone, search engines included. Where
        everyone may see it, reviews that you write lead to it. Whoever sees the page sees its name,
        your display name, what you wrote in About Me and Favorite Genres, the favorite titles that
        you chose for it, and your reviews. Whoever sees the list on it sees of each title where you
        are with it, episodes, score, when you began and finished, and how often you watched it
        again, sums of these, and how their own scores compare with yours. Never shown are your
        email address, your photo, your notes and tags, your history, when you put a title on your
        list or changed it, and entries that you marked as private: they are not in any sum either.
      </p>
      <p>
        The server keeps of your page its name and the one before, who sees what, the key of its
        link and your favorites, until you delete the page or your account. A name that you had
        before leads to your page until you change the name again. The key stands in the link’s
        address: whoever passes the link on, or keeps a log of addresses between your readers and
        this server, passes the key on. You can renew it at any time.
      </p>
      <h2>Your rights</h2>
      <p>
        On <Link href="/account">your account’s page</Link> you can see the devices you are signed
        in on and sign out of them, download your account, your profile, your lists and your
        sessions in one file, and delete your account. Deleting takes effect at once and takes all
        of the above out of the store. Copies that whoever runs this server may have made before, as
        a backup, are theirs to delete.
      </p>
    </>
  );
}

function InBrowser() {
  return (
    <>
      <h2>Kept in this browser</h2>
      <ul>
        <li>
          One cookie while you are signed in. It holds nothing but the secret of that session. While
          you sign in with Google there are others, for ten minutes at most.
        </li>
        <li>The titles you like and the theme you choose. They are never sent to the server.</li>
        <li>Which account is signed in, so that the page comes up right at once.</li>
        <li>
          So that Mitai opens without a network, too: its pages, the gallery, and titles and
          pictures you looked at, 60 and 300 at most. While you are signed in also your name, your
          email address, your profile’s texts, your watchlist with all that you noted there, and
          your history, as they were last. All of it but pages and gallery goes when you log in,
          when you log out, when your session ends, and when somebody else signs in; if your session
          ends while your browser is closed, then when it is next online. Without an account it
          stays until newer titles and pictures take its place, or until you clear this site’s data
          in your browser.
        </li>
        <li>
          Changes of your lists that could not be sent yet, notes included, and a random name under
          which this browser sends them. They go once they are sent, when you log out, and when
          somebody else signs in. If your session ends by itself, they wait here, unseen, until you
          sign in again.
        </li>
        <li>A title that you wanted to add before logging in, until you do or close the tab.</li>
        <li>Where you were in each list that you looked through, until you close the tab.</li>
        <li>
          What you have typed into your profile and not saved, until you save or drop it, log out
          there, or close the tab.
        </li>
        <li>
          A review that you have begun and not published: its text, and whether you marked it as
          telling what happens. It is sent nowhere before you press Publish or Preview, and stays
          until you publish or discard it, log out, delete your account, or somebody else writes one
          here.
        </li>
        <li>
          What you have chosen while looking through an import, until you apply or forget it, log
          out there, or close the tab.
        </li>
      </ul>
      <p>Clear the site’s data in your browser, and all of that is gone.</p>
      <h2>Trackers</h2>
      <p>
        There are none. Mitai counts no visits and loads no fonts, scripts or trackers from anyone
        else.
      </p>
    </>
  );
}

function Elsewhere() {
  return (
    <>
      <h2>Who else learns of you</h2>
      <p>
        If you choose to sign in with Google, Google learns that you use this server. If you ask for
        a new password, the mail to you goes through the mail service that this server’s operator
        chose.
      </p>
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
        there: from the picture hosts of MyAnimeList or Kitsu. Your own photo, if you have one at
        Google, comes from Google. Those then see your network address, as every site does that you
        load a picture from. Whoever runs this server can also have it fetch each picture once and
        send you a small copy of its own, or draw all of them: your browser then asks nobody else
        for a picture, and your photo is drawn from your initials.
      </p>
    </>
  );
}
