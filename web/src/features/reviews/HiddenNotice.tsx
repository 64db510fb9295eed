import { Notice } from "@/ui/Notice";

/** Tells an author why nobody else sees a review, and what can be done. */
export function HiddenNotice({ reason }: { reason: string }) {
  return (
    <Notice tone="info">
      <p>This review is hidden: nobody else sees it. The reason: {reason}</p>
      <p>You can change it. It stays hidden until whoever runs this server shows it again.</p>
    </Notice>
  );
}
