import { screen, within } from "@testing-library/react";
import type { Section } from "@/api/extras";
import { details } from "./anime";
import { open } from "./render";
import { answer } from "./server";

export const MAL_ID = 16498;

/** Opens the page of a title that has these sections. */
export function showSections(...sections: (Omit<Section, "groups"> & Partial<Section>)[]) {
  const grouped = sections.map((section) => ({ groups: [], ...section }));
  answer("/api/v1/anime/{key}", details({ mal_id: MAL_ID, sections: grouped }));
  return open(`/anime/${MAL_ID}`);
}

export const region = async (name: string) => within(await screen.findByRole("region", { name }));

/** Returns the page of a list that a request asks for. */
export const page = (url: URL) => Number(url.searchParams.get("page") ?? 1);
