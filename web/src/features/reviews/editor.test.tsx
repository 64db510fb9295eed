import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { readReviewDraft, saveReviewDraft } from "@/lib/review-drafts";
import { refuseWrite, someUser, takeWrite } from "@/test/account";
import { details } from "@/test/anime";
import { Near } from "@/test/near";
import { OWN, showReviews } from "@/test/review-section";
import { paragraph, someOwnReview, someReview } from "@/test/reviews";
import { answer } from "@/test/server";

const LONG = "It takes its time, and the quiet episodes are the ones that stay. ".repeat(3).trim();

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", Near);
  answer("/api/v1/anime/{key}", details());
});

test("a short review is refused locally, and the draft is kept until published", async () => {
  const { user, section } = await showReviews([], {});
  const sent = takeWrite("PUT /api/v1/me/reviews/{mal_id}", ({ text, spoiler }) =>
    someOwnReview({ text, spoiler, body: [paragraph(text)] }),
  );
  await user.click(await section.findByRole("button", { name: "Write a review" }));
  const field = section.getByLabelText("What do you think of it?");
  expect(field).toHaveFocus();
  await user.type(field, "Short");
  await user.click(section.getByRole("button", { name: "Publish" }));
  expect(section.getByRole("alert")).toHaveTextContent("at least 100 characters; this one has 5.");
  expect(field).toBeInvalid();
  await user.type(field, "er");
  expect(section.getByRole("alert")).toBeEmptyDOMElement();
  await user.clear(field);
  await user.click(field);
  await user.paste(LONG);
  await user.click(section.getByLabelText("Contains spoilers"));
  const { uid } = someUser();
  expect(readReviewDraft(uid, 16498)).toEqual({ text: LONG, spoiler: true, base: null });
  await user.click(section.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText("Your review is published.")).toBeVisible();
  expect(sent[0]?.body).toEqual({ text: LONG, spoiler: true });
  expect(readReviewDraft(uid, 16498)).toBeNull();
  expect(await section.findByRole("article", { name: "Asuna Yuuki (you)" })).toBeVisible();
});

test("a rate-limited vote or report shows the server's message", async () => {
  const many = (what: string) => `Those were many ${what}. Please go on in 4 minutes.`;
  const { user, section } = await showReviews([someReview()], {});
  refuseWrite("POST /api/v1/reviews/{id}/vote", 429, "too_many_attempts", many("votes"));
  refuseWrite("POST /api/v1/reviews/{id}/report", 429, "too_many_attempts", many("reports"));
  await user.click(await section.findByRole("button", { name: /^Helpful/ }));
  expect(await screen.findByText(many("votes"))).toBeVisible();
  await user.click(section.getByRole("button", { name: /^Report/ }));
  await user.click(screen.getByLabelText("It advertises something"));
  await user.click(screen.getByRole("button", { name: "Report it" }));
  expect(await screen.findByText(many("reports"))).toBeVisible();
});

test("a refused review keeps its typed text", async () => {
  const { user, section } = await showReviews([], {});
  refuseWrite("PUT /api/v1/me/reviews/{mal_id}", 400, "invalid_request");
  await user.click(await section.findByRole("button", { name: "Write a review" }));
  const field = section.getByLabelText("What do you think of it?");
  await user.click(field);
  await user.paste(LONG);
  await user.click(section.getByRole("button", { name: "Publish" }));
  expect(await section.findByRole("alert")).toHaveTextContent("invalid_request");
  expect(field).toHaveValue(LONG);
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  await user.type(field, "!");
  expect(field).toBeValid();
  expect(section.getByRole("alert")).toBeEmptyDOMElement();
});

test("editing a hidden review keeps it hidden and says so", async () => {
  const review = someOwnReview({ text: LONG, hidden_for: "Advertising" });
  const { user, section } = await showReviews([], { review });
  takeWrite("PUT /api/v1/me/reviews/{mal_id}", review);
  await user.click(await section.findByRole("button", { name: "Edit" }));
  await user.type(section.getByLabelText("What do you think of it?"), "!");
  await user.click(section.getByRole("button", { name: "Publish the change" }));
  expect(await screen.findByText("Your change is kept. The review stays hidden.")).toBeVisible();
});

test("a saved draft can be continued or discarded", async () => {
  const { uid } = someUser();
  saveReviewDraft(uid, 16498, { text: "Begun.", spoiler: false });
  const { user, section } = await showReviews([], {});
  await user.click(await section.findByRole("button", { name: "Go on with your review" }));
  expect(section.getByLabelText("What do you think of it?")).toHaveValue("Begun.");
  expect(section.getByText(/^Here is what you had not published/)).toBeVisible();
  await user.click(section.getByRole("button", { name: "Discard" }));
  expect(await section.findByRole("button", { name: "Write a review" })).toBeVisible();
  expect(readReviewDraft(uid, 16498)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(section.getByLabelText("What do you think of it?")).toHaveValue("Begun.");
  expect(readReviewDraft(uid, 16498)?.text).toBe("Begun.");
});

test("undoing Discard keeps text typed since", async () => {
  const { uid } = someUser();
  const { user, section } = await showReviews([], {});
  const write = async (text: string) => {
    await user.click(await section.findByRole("button", { name: "Write a review" }));
    await user.type(section.getByLabelText("What do you think of it?"), text);
  };
  await write("Begun.");
  await user.click(section.getByLabelText("Contains spoilers"));
  await user.click(section.getByRole("button", { name: "Discard" }));
  await write("Begun anew.");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(section.getByLabelText("What do you think of it?")).toHaveValue("Begun.\n\nBegun anew.");
  expect(section.getByLabelText("Contains spoilers")).toBeChecked();
  expect(await screen.findByText(/^What you had discarded stands above/)).toBeVisible();
  expect(readReviewDraft(uid, 16498)?.text).toBe("Begun.\n\nBegun anew.");
});

test("undoing a discarded edit replaces a later one, which a second Undo restores", async () => {
  const { user, section } = await showReviews([], { review: someOwnReview() });
  const write = async (text: string) => {
    await user.click(await section.findByRole("button", { name: "Edit" }));
    await user.type(section.getByLabelText("What do you think of it?"), text);
  };
  await write(" Once.");
  await user.click(section.getByRole("button", { name: "Discard" }));
  await write(" Twice.");
  const once = "A wall is a wall. Once.";
  const twice = "A wall is a wall. Twice.";
  for (const text of [once, twice, once]) {
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(section.getByLabelText("What do you think of it?")).toHaveValue(text);
    expect(await screen.findByText(/^Your other change is back/)).toBeVisible();
    expect(readReviewDraft(someUser().uid, 16498)?.text).toBe(text);
  }
});

test("an outdated draft says so before publishing", async () => {
  const { uid } = someUser();
  const { user, section } = await showReviews([], { review: someOwnReview() });
  await user.click(await section.findByRole("button", { name: "Edit" }));
  await user.type(section.getByLabelText("What do you think of it?"), " Begun here.");
  expect(section.queryByText(/elsewhere/)).toBeNull();
  await user.click(section.getByRole("button", { name: "Close" }));
  // Published from another device meanwhile, which this one has not heard of
  const edited_at = "2026-09-03T10:00:00Z";
  const review = someOwnReview({ text: "From the phone.", edited_at });
  answer(OWN, { review, helpful: [], reported: [] });
  await user.click(section.getByRole("button", { name: "Go on with your change" }));
  const field = section.getByLabelText("What do you think of it?");
  expect(await section.findByText(/was changed elsewhere since you began this/)).toBeVisible();
  expect(field).toHaveValue("A wall is a wall. Begun here.");
  await user.type(field, " More.");
  expect(readReviewDraft(uid, 16498)?.base).toBe("2026-08-31T10:00:00Z");
  await user.click(section.getByRole("button", { name: "Discard" }));
  await user.click(await section.findByRole("button", { name: "Edit" }));
  expect(section.getByLabelText("What do you think of it?")).toHaveValue("From the phone.");
  expect(section.queryByText(/elsewhere/)).toBeNull();
});

test("focus moves to the review when its button is gone", async () => {
  const review = someOwnReview();
  const { user, section } = await showReviews([], {});
  const seen = vi.spyOn(Element.prototype, "scrollIntoView");
  takeWrite("PUT /api/v1/me/reviews/{mal_id}", review);
  takeWrite("DELETE /api/v1/me/reviews/{mal_id}", { restorable_until: "2026-09-01T10:00:00Z" });
  const isAtPlace = async () => {
    const place = section.getByRole("region", { name: "Your review" });
    await waitFor(() => expect(place).toHaveFocus());
    expect(seen.mock.contexts.at(-1)).toBe(place);
    seen.mockClear();
  };
  const write = async () => {
    await user.click(await section.findByRole("button", { name: "Write a review" }));
    await user.click(section.getByLabelText("What do you think of it?"));
    await user.paste(LONG);
  };
  await write();
  await user.click(section.getByRole("button", { name: "Discard" }));
  await isAtPlace();
  await write();
  await user.click(section.getByRole("button", { name: "Publish" }));
  expect(await section.findByRole("article", { name: "Asuna Yuuki (you)" })).toBeVisible();
  await isAtPlace();
  await user.click(section.getByRole("button", { name: "Delete" }));
  await section.findByRole("button", { name: "Write a review" });
  await isAtPlace();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await section.findByRole("article", { name: "Asuna Yuuki (you)" });
  await isAtPlace();
});

test("a reviewer without a rating reads that no score stands beside the review", async () => {
  const { user, section } = await showReviews([], {});
  await user.click(await section.findByRole("button", { name: "Write a review" }));
  expect(await section.findByText(/^You have not rated it yet/)).toBeVisible();
  const place = (await screen.findByRole("region", { name: "Your list" })).id;
  expect(section.getByRole("link", { name: "Rate it" })).toHaveAttribute("href", `#${place}`);
});

test("somebody else's draft is not shown", () => {
  saveReviewDraft("somebody", 1, { text: "Secret.", spoiler: false });
  expect(readReviewDraft(someUser().uid, 1)).toBeNull();
});

test("the preview shows what readers would see", async () => {
  const { user, section } = await showReviews([], {});
  takeWrite("POST /api/v1/reviews/preview", ({ text }) => ({
    body: [paragraph(`<${text}>`)],
    read_length: text.length,
    links_wait_until: null,
  }));
  await user.click(await section.findByRole("button", { name: "Write a review" }));
  await user.type(section.getByLabelText("What do you think of it?"), "Hm");
  await user.click(section.getByRole("button", { name: "Preview" }));
  const preview = within(await section.findByRole("region", { name: "Preview" }));
  expect(await preview.findByText("<Hm>")).toBeVisible();
  expect(preview.getByText(/^Readers read 2 characters of it/)).toBeVisible();
  await user.type(section.getByLabelText("What do you think of it?"), "m");
  expect(await preview.findByText("<Hmm>")).toBeVisible();
});

test("a failed preview shows the reason, as Publish does", async () => {
  const { user, section } = await showReviews([], {});
  refuseWrite("POST /api/v1/reviews/preview", 400, "invalid_request");
  await user.click(await section.findByRole("button", { name: "Write a review" }));
  await user.click(section.getByRole("button", { name: "Preview" }));
  const preview = within(await section.findByRole("region", { name: "Preview" }));
  expect(await preview.findByText("invalid_request")).toBeVisible();
});

test("a user's own review is deleted, and Undo restores it", async () => {
  const review = someOwnReview();
  const asOthersSee = someReview({ id: review.id, author: { name: "Asuna Yuuki", page: null } });
  const { user, section } = await showReviews([asOthersSee], { review });
  takeWrite("DELETE /api/v1/me/reviews/{mal_id}", { restorable_until: "2026-09-01T10:00:00Z" });
  const sent = takeWrite("PUT /api/v1/me/reviews/{mal_id}", review);
  await user.click(await section.findByRole("button", { name: "Delete" }));
  expect(await section.findByRole("button", { name: "Write a review" })).toBeVisible();
  expect(section.queryByRole("article")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await section.findByRole("article", { name: "Asuna Yuuki (you)" })).toBeVisible();
  expect(sent[0]?.body).toEqual({ text: review.text, spoiler: false });
});

test("a hidden review shows the reason to its author", async () => {
  const { section } = await showReviews([], {
    review: someOwnReview({ hidden_for: "Advertising" }),
  });
  expect(await section.findByText(/^This review is hidden/)).toHaveTextContent(
    "The reason: Advertising",
  );
  expect(section.queryByRole("button", { name: /^Share/ })).toBeNull();
});
