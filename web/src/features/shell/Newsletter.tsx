import { type FormEvent, useEffect, useId, useState } from "react";
import { Button } from "@/ui/Button";
import { Form } from "@/ui/Form";

const THANKS_MS = 3000;

/** The newsletter's form. It sends nothing anywhere, and thanks, as the product describes it. */
export function Newsletter() {
  const [email, setEmail] = useState("");
  const [thanking, setThanking] = useState(false);
  const id = useId();

  useEffect(() => {
    if (!thanking) return;
    const timer = setTimeout(() => setThanking(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [thanking]);

  function subscribe(event: FormEvent) {
    event.preventDefault();
    if (email.trim() === "") return;
    setEmail("");
    setThanking(true);
  }

  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid grid-cols-1 items-center gap-6 md:grid-cols-2"
    >
      <div>
        <h2 id={`${id}-title`} className="text-xl">
          Join our newsletter
        </h2>
        <p className="mt-2 text-muted">The best of each season, picked for fans.</p>
        <p className="mt-1 text-sm text-muted">
          No issue goes out yet: your address is neither sent nor kept.
        </p>
      </div>
      <div className="flex min-h-12 items-center">
        <p role="status" className="font-semibold text-good">
          {thanking && "Thank you for subscribing!"}
        </p>
        {!thanking && (
          <Form noValidate onSubmit={subscribe} className="flex w-full flex-wrap gap-3">
            <input
              type="email"
              aria-label="Email for the newsletter"
              placeholder="Your email"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              className="h-12 min-w-0 flex-1 basis-48 rounded-full border border-field bg-surface px-5"
            />
            <Button type="submit">Subscribe</Button>
          </Form>
        )}
      </div>
    </section>
  );
}
