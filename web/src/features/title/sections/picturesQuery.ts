import { type Picture, partsQuery } from "@/api/extras";

/** Those of a title's pictures that can be shown, page after page. */
export const picturesQuery = (malId: number) =>
  partsQuery<Picture>("/api/v1/anime/{id}/pictures", malId);
