import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { savesData, whenIdle } from "@/lib/idle";

/** Sees to it that the app starts without a network, too. For the app, once. */
export function useOfflineCache() {
  const queries = useQueryClient();
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator) || savesData()) return;
    return whenIdle(() => {
      import("./write").then(({ prepare }) => prepare(queries)).catch(() => {});
    });
  }, [queries]);
}
