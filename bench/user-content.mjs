// What people write for others to read: the built-in catalogue has none of it.
import { request } from "playwright-core";
import { signUp } from "./runs.mjs";

const REVIEWED = 5114;
/** Titles on the list of the user's page, of which the first ten are its favourites. */
const LISTED = 25;

const REVIEW = `**Nothing is gained without giving something in return**, and no episode forgets it.

The brothers' mistake is told in the first minutes, and sixty episodes later it is still what every choice is weighed
against. Nobody is strong for the sake of a fight:

- those who win pay for it,
- those who lose are mourned by somebody,
- and the jokes come where people make them, in the pause after.

> A lesson without pain is meaningless.

The middle takes its time, which is why the end can hurry. ||The gate asks for less than it could.|| Watch it once for
the story, and again for the faces in the background.`;

async function send(user, method, path, data) {
  const answer = await user.request.fetch(path, { method, data });
  if (!answer.ok()) throw new Error(`${method} ${path} is answered with ${await answer.text()}`);
  return answer.json();
}

/** Has a new user rate titles, review one and show a page of it all; the paths of the review and of the page. */
export async function createUserContent(address) {
  const user = { request: await request.newContext({ baseURL: address }) };
  try {
    await signUp(user, address);
    const { items } = await send(user, "GET", "/api/v1/anime?list=popular&page=1");
    const popular = items.slice(0, LISTED).map(({ mal_id }) => mal_id);
    for (const [place, id] of [...new Set([REVIEWED, ...popular])].entries()) {
      const entry = { status: "completed", score: 95 - place, today: "2026-03-14" };
      await send(user, "PATCH", `/api/v1/me/list/${id}`, { op_id: crypto.randomUUID(), ...entry });
    }
    const review = { text: REVIEW, spoiler: false };
    const { id } = await send(user, "PUT", `/api/v1/me/reviews/${REVIEWED}`, review);
    const name = `fan-${crypto.randomUUID().slice(0, 12)}`;
    const seen = { audience: "everyone", list_audience: "everyone" };
    await send(user, "PUT", "/api/v1/me/page", { name, favorites: popular.slice(0, 10), ...seen });
    return { review: `/review/${id}`, user: `/user/${name}` };
  } finally {
    await user.request.dispose();
  }
}
