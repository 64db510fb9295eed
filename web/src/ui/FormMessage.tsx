/** The box, red for what people must change, in which a form says what went wrong. */
export function FormMessage({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== null && (
        <p className="rounded-md border border-danger bg-danger-bg px-4 py-3 text-sm font-medium text-danger">
          {text}
        </p>
      )}
    </div>
  );
}
