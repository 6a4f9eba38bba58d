// The e-mail capture card. Inputs are uncontrolled: what was typed before React arrived, or before going back, stays.
import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ThankYou } from "../sections/thank-you.tsx";
import { captureEmail, type OnCapture } from "../capture-email.ts";

export interface CaptureCardProps {
  /** What the visitor asks for; logged with the address. */
  contentTitle: string;
  heading: string;
  text: string;
  button: string;
  thanks: string;
  /** Islands cannot be given one: for use inside another component. */
  onCapture?: OnCapture;
}

export function CaptureCard({ contentTitle, heading, text, button, thanks, onCapture }: CaptureCardProps) {
  const email = useRef<HTMLInputElement>(null);
  const [submitted, setSubmitted] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (captureEmail(email.current?.value ?? "", contentTitle, onCapture)) setSubmitted(true);
    else email.current?.focus();
  };

  if (submitted) return <ThankYou>{thanks}</ThankYou>;
  return (
    <form onSubmit={submit} className="grid gap-5">
      <div>
        <h2 className="serif text-title">{heading}</h2>
        <p className="mt-3 text-muted">{text}</p>
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        placeholder="you@company.com"
        ref={email}
        className="needs-script"
      />
      <Button type="submit" variant="accent" className="needs-script">
        {button}
      </Button>
    </form>
  );
}
