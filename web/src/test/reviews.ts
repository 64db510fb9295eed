import type { Block, OwnReview, Review, ReviewPage } from "@/api/reviews";

export const paragraph = (text: string): Block => ({
  type: "paragraph",
  children: [{ type: "text", text }],
});

export function someReview(fields: Partial<Review> = {}): Review {
  return {
    id: "16498-0k3x9wd7m2q5e",
    mal_id: 16498,
    author: { name: "Kirito", page: null },
    body: [paragraph("A wall is a wall.")],
    spoiler: false,
    standing: { status: "completed", progress: 25, score: 80 },
    created_at: "2026-08-31T10:00:00Z",
    edited_at: null,
    helpful: 3,
    folded: false,
    ...fields,
  };
}

export function someOwnReview(fields: Partial<OwnReview> = {}): OwnReview {
  const { author: _, ...review } = someReview({ id: "16498-1k3x9wd7m2q5e" });
  return {
    ...review,
    text: "A wall is a wall.",
    links_wait_until: null,
    hidden_for: null,
    ...fields,
  };
}

export const reviewPage = (
  items: Review[],
  next: string | null = null,
  total = items.length,
): ReviewPage => ({
  mal_id: 16498,
  total,
  items,
  next,
});
