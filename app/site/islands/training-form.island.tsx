import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";

export interface TrainingRequest {
  email: string;
  firstName: string;
  lastName: string;
  company: string;
}

interface TrainingFormProps {
  file: string;
  /** Where the form itself writes to without JavaScript, so that what is typed never gets into a URL. */
  to: string;
  onRequest?: (request: TrainingRequest) => void;
}

/** Four fields for the training overview. Submitting starts the download and shows the thanks in the form's place. */
export function TrainingForm({ file, to, onRequest }: TrainingFormProps) {
  const [done, setDone] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "").trim();
    onRequest?.({
      email: text("email"),
      firstName: text("firstName"),
      lastName: text("lastName"),
      company: text("company"),
    });
    const link = document.createElement("a");
    link.href = file;
    link.download = "";
    link.click();
    setDone(true);
  };
  if (done)
    return (
      <output className="grid min-h-64 content-start gap-3 border-t border-line pt-6">
        <span className="serif text-title">Thank You!</span>
        <span className="text-muted">
          The overview is downloading. If it does not start,{" "}
          <a href={file} download className="text-ink underline">
            open it here
          </a>
          .
        </span>
      </output>
    );
  return (
    <form
      action={`mailto:${to}?subject=Training%20overview`}
      method="post"
      encType="text/plain"
      onSubmit={submit}
      className="grid gap-4.5"
    >
      <TextField label="Email" name="email" type="email" autoComplete="email" required placeholder="you@company.com" />
      <div className="grid gap-x-gap gap-y-4.5 sm:grid-cols-2">
        <TextField label="First name" name="firstName" autoComplete="given-name" required />
        <TextField label="Last name" name="lastName" autoComplete="family-name" required />
      </div>
      <TextField label="Company name (optional)" name="company" autoComplete="organization" />
      <Button type="submit" variant="accent">
        <Icon name="download" />
        Download Training Overview
      </Button>
    </form>
  );
}
