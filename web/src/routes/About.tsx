import { Link } from "wouter";
import { buttonClass } from "@/ui/Button";
import { usePageTitle } from "@/ui/page-title";
import { Seigaiha } from "@/ui/Seigaiha";

const features = [
  {
    name: "Trending gallery",
    text: "The titles most people watch, with score, votes, seasons and episodes at a glance.",
  },
  {
    name: "Add to watchlist",
    text: "One press on a card or in the banner keeps a title for later.",
  },
  {
    name: "Remove from watchlist",
    text: "Seen it, or changed your mind? Another press lets it go.",
  },
  {
    name: "Pagination",
    text: "Ten pages of twenty-five. Step through them, or jump straight to a number.",
  },
  {
    name: "Fully responsive",
    text: "From a small phone to a wall of a screen, by touch, mouse or keyboard.",
  },
];

function Welcome() {
  return (
    <section className="relative overflow-hidden border-b border-line">
      <div
        aria-hidden="true"
        className="absolute -top-24 -right-20 size-80 rounded-full bg-accent-fill sm:-right-10 sm:size-[30rem] lg:right-[8%]"
      />
      <Seigaiha className="absolute inset-x-0 bottom-0 h-20 w-full fill-bg text-line" />
      <div className="page relative flex min-h-[70vh] flex-col justify-end pt-64 pb-32 sm:pt-40">
        <p lang="ja" aria-hidden="true" className="mb-5 font-ja text-xl text-accent">
          見たい
        </p>
        <h1 className="max-w-3xl text-3xl">Welcome to Mitai</h1>
        <p className="mt-6 max-w-xl text-lg text-muted">
          Mitai is what you say in Japanese when something catches your eye: “I want to watch it.”
        </p>
      </div>
    </section>
  );
}

function KeyFeatures() {
  return (
    <section aria-labelledby="features" className="page py-20">
      <h2 id="features" className="text-2xl">
        Key features
      </h2>
      <ol className="mt-10 border-t border-line">
        {features.map(({ name, text }, index) => (
          <li
            key={name}
            className="grid grid-cols-[3rem_1fr] gap-x-4 gap-y-1 border-b border-line py-6 md:grid-cols-[5rem_1fr_1.4fr] md:items-baseline"
          >
            <span aria-hidden="true" className="text-xl font-light text-accent tabular-nums">
              {index + 1}
            </span>
            <h3 className="text-lg">{name}</h3>
            <p className="col-start-2 text-muted md:col-start-3">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export default function About() {
  usePageTitle("About Us");
  return (
    <>
      <Welcome />
      <section aria-labelledby="what" className="page grid gap-6 pt-20 lg:grid-cols-2 lg:gap-16">
        <h2 id="what" className="text-2xl">
          What is Mitai?
        </h2>
        <div className="prose">
          <p>
            A place to find anime worth your evening. Browse what is trending, search by title in
            English or Japanese, and read what a show is about before you start it.
          </p>
          <p>
            The catalogue is built in: Mitai stays whole when the services around it go quiet, and
            it runs on your own machine as well as on anyone else’s.
          </p>
        </div>
      </section>
      <KeyFeatures />
      <section className="page">
        <div className="relative overflow-hidden rounded-lg bg-cool-fill px-6 py-16 text-on-cool sm:px-16">
          <Seigaiha className="absolute inset-y-0 right-0 hidden h-full w-1/3 fill-cool-fill text-on-cool/20 lg:block" />
          <h2 className="text-2xl">For the Fans, By the Fans</h2>
          <p className="mt-4 mb-8 max-w-xl text-lg">
            Nobody here sells your evenings. Mitai is made by people who stay up for one more
            episode, for people who do the same.
          </p>
          <Link href="/" className={buttonClass()}>
            See what is trending
          </Link>
        </div>
      </section>
    </>
  );
}
