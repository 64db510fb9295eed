import { useState } from "react";
import type { ProfileTexts } from "@/api/types";
import { readDraft, saveDraft } from "@/lib/profile-draft";
import { useSession } from "@/lib/session";
import { changes, written } from "./texts";

/** The values of the profile's form: the texts as they were, with the unsaved edits of before. */
export function useDraft(texts: ProfileTexts) {
  const uid = useSession().user?.uid ?? "";
  const [before] = useState(() => written(texts));
  const [saved] = useState(() => ({ ...before, ...readDraft(uid) }));
  const [values, setValues] = useState(saved);
  const edits = changes(before, values);

  const change = (now: ProfileTexts) => {
    setValues(now);
    saveDraft(uid, changes(before, now));
  };
  return {
    values,
    change,
    edits,
    restored: Object.keys(changes(before, saved)).length > 0,
  };
}
