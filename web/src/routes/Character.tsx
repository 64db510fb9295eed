import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { characterQuery } from "@/api/extras";
import { CharacterPage } from "@/features/credits/CharacterPage";
import { CreditsRoute } from "@/features/credits/CreditsRoute";

/** "/character/{id}": a character. */
export default function Character() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <CreditsRoute what="character" query={useQuery(characterQuery(id))}>
      {(character) => <CharacterPage key={character.id} character={character} />}
    </CreditsRoute>
  );
}
