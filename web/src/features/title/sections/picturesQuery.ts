import { type Picture, partsQuery } from "@/api/extras";

/** The visible pictures of a title, page by page. */
export const picturesQuery = (malId: number) =>
  partsQuery<Picture>("/api/v1/anime/{id}/pictures", malId);
