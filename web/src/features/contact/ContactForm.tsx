import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useEarlyInput } from "@/lib/early-input";
import { Button } from "@/ui/Button";
import { Field, TextArea } from "@/ui/Field";
import { Form } from "@/ui/Form";

const blank = { name: "", email: "", message: "" };

/** The message about each field that has only blanks in it. */
const missing = {
  name: "Please tell us your name.",
  email: "Please tell us your email address.",
  message: "Please write a message.",
};

/** Sends nothing: the values go to this browser's console only, and thanks take the form's place. */
export function ContactForm() {
  const [values, setValues] = useState(blank);
  const [sent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, setValues);

  const change =
    (name: keyof typeof blank) =>
    ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      // Blanks pass for text in the browser's own check of what is required.
      target.setCustomValidity(target.value !== "" && !target.value.trim() ? missing[name] : "");
      setValues({ ...values, [name]: target.value });
    };

  function submit(event: FormEvent) {
    event.preventDefault();
    // biome-ignore lint/suspicious/noConsole: the form is a demonstration: it logs these values and sends nothing.
    console.log("Contact form", values);
    setValues(blank);
    setSent(true);
  }

  if (sent) return <Thanks />;
  return (
    <Form ref={form} onSubmit={submit} className="grid gap-5">
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        required
        value={values.name}
        onChange={change("name")}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        value={values.email}
        onChange={change("email")}
      />
      <TextArea
        label="Message"
        name="message"
        required
        rows={6}
        value={values.message}
        onChange={change("message")}
      />
      <Button type="submit" className="justify-self-start">
        Send message
      </Button>
      <NothingSent />
    </Form>
  );
}

function Thanks() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="grid content-start gap-3">
      <p ref={text} role="status" tabIndex={-1} className="text-xl font-semibold outline-none">
        Thank you for contacting us! We'll reply soon.
      </p>
      <NothingSent />
    </div>
  );
}

/** The words of thanks are given; this is the truth beside them. */
function NothingSent() {
  return (
    <p className="text-sm text-muted">
      This form sends nothing: what you write stays in this browser. To reach a person, see{" "}
      <Link href="/feedback" className="text-accent underline underline-offset-4">
        Give Feedback
      </Link>
      .
    </p>
  );
}
