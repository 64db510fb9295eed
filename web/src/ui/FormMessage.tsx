import { type ReactNode, useEffect, useRef } from "react";

/** The box, red for what people must change, in which a form says what went wrong. It comes into view. */
export function FormMessage({ text }: { text: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== null) box.current?.scrollIntoView?.({ block: "nearest" });
  }, [text]);
  return (
    <div ref={box} role="alert" className="empty:hidden">
      {text !== null && (
        <p className="rounded-md border border-danger bg-danger-bg px-4 py-3 text-sm font-medium text-danger">
          {text}
        </p>
      )}
    </div>
  );
}
