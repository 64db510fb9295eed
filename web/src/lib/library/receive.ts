import type { QueryClient } from "@tanstack/react-query";
import { recordQuery } from "@/api/query";
import type { ReceivedChange } from "@/api/types";
import { withChange } from "./view";

/**
 * Applies a change from the server to this tab's record. A change that is in it already is
 * left out; one that does not follow on what is there is not used, and the answer is false: then the
 * record has to be asked for anew.
 */
export function receiveChange(queries: QueryClient, uid: string, change: ReceivedChange): boolean {
  const key = recordQuery(uid).queryKey;
  const record = queries.getQueryData(key);
  if (!record || change.version > record.version + 1) return false;
  if (change.version === record.version + 1) queries.setQueryData(key, withChange(record, change));
  return true;
}
