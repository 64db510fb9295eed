import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { send } from "@/api/client";
import type { Preferences } from "@/api/list";
import { useWrite } from "@/api/write";
import { receivePreferences } from "@/lib/library/receive";
import { usePreferences } from "@/lib/list/preferences";
import { failureMessage } from "@/messages/errors";
import { FormMessage } from "@/ui/FormMessage";
import { Select } from "@/ui/Select";
import { Section } from "./Section";

const scales = [
  { value: "100", label: "100 points" },
  { value: "10_decimal", label: "10 points with one decimal" },
  { value: "10", label: "10 points" },
  { value: "5_stars", label: "5 stars with halves" },
  { value: "3_faces", label: "Bad, fair, good" },
];
const languages = [
  { value: "english", label: "English (Attack on Titan)" },
  { value: "romaji", label: "Romaji (Shingeki no Kyojin)" },
  { value: "japanese", label: "Japanese (進撃の巨人)" },
];
const weekStarts = [
  { value: "monday", label: "Monday" },
  { value: "sunday", label: "Sunday" },
  { value: "saturday", label: "Saturday" },
];

/** The zones that this browser knows, with the chosen one among them. */
function useZones(chosen: string | null) {
  const [zones, setZones] = useState<{ own: string; all: string[] }>({ own: "", all: [] });
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    setZones({ own, all: Intl.supportedValuesOf("timeZone") });
  }, []);
  const known = chosen === null || zones.all.includes(chosen) ? [] : [chosen];
  return [
    { value: "", label: zones.own === "" ? "As this browser" : `As this browser (${zones.own})` },
    ...[...known, ...zones.all].map((zone) => ({ value: zone, label: zone })),
  ];
}

/** How lists look to this user, on all devices. Each choice is saved at once. */
export function ListPreferences({ uid }: { uid: string }) {
  const queries = useQueryClient();
  const stored = usePreferences();
  const save = useWrite(
    (changes: Partial<Preferences>) => send("PATCH", "/api/v1/me/preferences", changes),
    (preferences) => receivePreferences(queries, uid, preferences),
  );
  const shown = { ...stored, ...(save.isPending && save.variables) };
  const zones = useZones(shown.time_zone);
  const select = (name: keyof Preferences, label: string, options: typeof zones) => (
    <Select
      label={label}
      value={shown[name] ?? ""}
      options={options}
      onChange={(value) => save.mutate({ [name]: value === "" ? null : value })}
    />
  );
  return (
    <Section
      title="Your lists"
      lead="How scores, titles and days look to you, on all your devices."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {select("score_scale", "Scores", scales)}
        {select("title_language", "Titles", languages)}
        {select("time_zone", "Time zone", zones)}
        {select("week_start", "The week begins on", weekStarts)}
      </div>
      <p role="status" className="mt-4 text-sm text-muted empty:hidden">
        {save.isSuccess && "Saved."}
      </p>
      <FormMessage text={save.error && failureMessage(save.error)} />
    </Section>
  );
}
