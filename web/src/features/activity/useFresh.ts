import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { recordQuery } from "@/api/query";

/** Asks anew when anything has changed, here or on another device. */
export function useFresh(uid: string, refetch: () => void) {
  const { data: version } = useQuery({ ...recordQuery(uid), select: ({ version }) => version });
  const before = useRef(version);
  useEffect(() => {
    if (before.current !== undefined && before.current !== version) refetch();
    before.current = version;
  }, [version, refetch]);
}
