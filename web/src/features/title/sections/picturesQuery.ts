import { type Picture, partsQuery } from "@/api/extras";

/** Reads a title's pictures, page by page. */
export const picturesQuery = (malId: number) =>
  partsQuery<Picture>("/api/v1/anime/{id}/pictures", malId);
