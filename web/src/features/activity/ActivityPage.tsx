import { useLocation } from "wouter";
import { useUrlParam } from "@/lib/location";
import { Tabs } from "@/ui/Tabs";
import { Changes } from "./Changes";
import { TimeMachine } from "./TimeMachine";

const tabs = [
  { name: "changes", label: "Changes" },
  { name: "then", label: "Time machine" },
] as const;

/** Changes of the list, and the list on a past day. */
export function ActivityPage({ uid }: { uid: string }) {
  const at = useUrlParam("at");
  const [path, navigate] = useLocation();
  const go = (day: string | null) =>
    navigate(day === null ? path : `${path}?at=${encodeURIComponent(day)}`, { replace: true });
  return (
    <div className="page py-8 sm:py-12">
      <h1 className="text-2xl">Activity</h1>
      <p className="mt-2 mb-6 max-w-text text-muted">
        Every change of your list is kept. Take back any of them, or bring back your list as it was
        on another day.
      </p>
      <Tabs
        label="Activity"
        tabs={tabs}
        selected={at === null ? "changes" : "then"}
        onSelect={(name) => go(name === "then" ? "" : null)}
      >
        {at === null ? <Changes uid={uid} /> : <TimeMachine uid={uid} at={at} onAt={go} />}
      </Tabs>
    </div>
  );
}
