import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { personQuery } from "@/api/extras";
import { CreditsRoute } from "@/features/credits/CreditsRoute";
import { PersonPage } from "@/features/credits/PersonPage";

/** "/person/{id}": a person who makes titles. */
export default function Person() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <CreditsRoute what="person" query={useQuery(personQuery(id))}>
      {(person) => <PersonPage key={person.id} person={person} />}
    </CreditsRoute>
  );
}
