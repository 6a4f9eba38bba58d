// The shape of every form on the sign-in page: fields, the backend's message, one button.
import { type FormEvent, type ReactNode, useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { FieldComplaint } from "./credentials.ts";

/** A refusal by the backend, above the button. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-1 bg-danger-bg px-3 py-2.5 text-ui text-danger">
      <Icon name="alert" className="mt-px" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

/** What has happened before one came here, or what happens next. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <output className="mb-6 flex gap-2 rounded-1 bg-soon-bg px-3 py-2.5 text-ui text-soon">
      <Icon name="info" className="mt-px" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </output>
  );
}

export interface Attempt {
  /** Of the first bad field. */
  complaint?: FieldComplaint | undefined;
  /** What the backend said. */
  refusal?: string | undefined;
  /** The address whose confirmation is still due. */
  unconfirmed?: string | undefined;
  /** The address for which no more passwords are looked at for now. */
  slowedDown?: string | undefined;
}

export function AuthForm({
  action,
  button,
  busyText,
  after,
  children,
}: {
  /** Tries; returns what went wrong, or nothing. */
  action: (values: Record<string, string>) => Promise<Attempt | undefined>;
  button: string;
  busyText: string;
  /** What else to do about it, below: a form cannot hold another. */
  after?: (attempt: Attempt) => ReactNode;
  children: (attempt: Attempt) => ReactNode;
}) {
  const [attempt, setAttempt] = useState<Attempt>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    setBusy(true);
    const result = await action(values).catch((error: unknown): Attempt => ({ refusal: messageOf(error) }));
    setBusy(false);
    setAttempt(result ?? {});
    if (result?.complaint) form.querySelector<HTMLInputElement>(`[name=${result.complaint.field}]`)?.focus();
  };

  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5 pt-6">
        {children(attempt)}
        {attempt.refusal && <Refusal>{attempt.refusal}</Refusal>}
        <Button type="submit" className="w-full" disabled={busy}>
          {busy ? busyText : button}
        </Button>
      </form>
      {after?.(attempt)}
    </>
  );
}

/** The complaint of this field, if it is the one that is shown. */
export const complaintOf = (attempt: Attempt, field: FieldComplaint["field"]) =>
  attempt.complaint?.field === field ? attempt.complaint.message : undefined;

/** The e-mail address, as every form here asks for it: password managers know it as the user's name. */
export function AddressField({
  attempt,
  value,
  onChange,
}: {
  attempt: Attempt;
  value: string;
  onChange: (address: string) => void;
}) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      size="compact"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      error={complaintOf(attempt, "email")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
