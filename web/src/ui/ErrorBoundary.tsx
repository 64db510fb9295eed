import { Component, type ReactNode } from "react";
import { lateCode } from "@/lib/page-code";

const Fault = lateCode(() => import("./ErrorFallback"), undefined, Unshown);

/** What stands there until its code has come, which may be what could not be fetched. */
function Unshown({ region }: { region: string }) {
  return <p role="alert">We could not show {region}. Reload the page to try again.</p>;
}

interface Props {
  /** The name of the part that is missing, for the reader: "the page", "the gallery". */
  region: string;
  children: ReactNode;
}

/** Keeps a fault in one region from taking the rest of the page along. */
export class ErrorBoundary extends Component<Props, { fault: { error: unknown } | null }> {
  override state = { fault: null as { error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { fault: { error } };
  }

  override render() {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <div className="page py-10">
        <Fault error={fault.error} region={this.props.region} />
      </div>
    );
  }
}
