import { Component, type ReactNode } from "react";
import { Button } from "./Button";
import { Notice } from "./Notice";

interface Props {
  /** What is missing, as the reader would call it: "the page", "the gallery". */
  region: string;
  children: ReactNode;
}

/** Keeps a fault in one region from taking the rest of the page along. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="page py-10">
        <Notice tone="failure">
          <p className="min-w-0 flex-1 basis-56">
            We could not show {this.props.region}. Reload the page to try again.
          </p>
          <Button variant="outline" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </Notice>
      </div>
    );
  }
}
