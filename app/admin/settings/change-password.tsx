import { type FormEvent, useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { toast } from "#app/ui/toast.ts";
import { Panel, Refused } from "./panel.tsx";

/** Asks for the present password first, so that an open screen is not enough to take the account over. */
async function changePassword(email: string, present: string, next: string): Promise<string | null> {
  if (next.length < 6) return "Password must be at least 6 characters";
  const auth = supabase().auth;
  const { data: before } = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (before?.currentLevel !== "aal2") {
    // Signing in again proves the password. With a second factor the session has proved more than that already,
    // and signing in again would set it back.
    const proof = await auth.signInWithPassword({ email, password: present });
    if (proof.error) return messageOf(proof.error);
  }
  const { error } = await auth.updateUser({ password: next, current_password: present });
  return error ? messageOf(error) : null;
}

export function ChangePassword({ email }: { email: string }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    setBusy(true);
    const problem = await changePassword(email, String(values.get("present")), String(values.get("next")));
    setBusy(false);
    setRefusal(problem);
    if (problem) return;
    form.reset();
    toast({ title: "Password changed" });
  };
  return (
    <Panel title="Password">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-96 gap-4">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Present password" name="present" size="compact" autoComplete="current-password" />
        <PasswordField
          label="New password"
          name="next"
          size="compact"
          autoComplete="new-password"
          hint="At least 6 characters"
        />
        {refusal && <Refused>{refusal}</Refused>}
        <Button type="submit" size="dialog" disabled={busy} className="justify-self-start">
          {busy ? "Saving..." : "Change password"}
        </Button>
      </form>
    </Panel>
  );
}
