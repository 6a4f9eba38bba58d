// Forgotten password: ask for a mail, and set a new one when its link was followed.
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { PasswordField } from "#app/ui/password-field.tsx";
import { toast } from "#app/ui/toast.ts";
import { AddressField, AuthForm, complaintOf } from "./auth-form.tsx";
import { addressOnly, check, passwordOnly } from "./credentials.ts";
import { MailedCode } from "./mailed-code.tsx";

export function AskForReset({
  email,
  onEmail,
  onCode,
}: {
  email: string;
  onEmail: (address: string) => void;
  /** A code is about to sign in: a new password comes next. */
  onCode: () => void;
}) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const ask = async (values: Record<string, string>) => {
    const checked = check(addressOnly, values);
    if ("complaint" in checked) return checked;
    const { error } = await supabase().auth.resetPasswordForEmail(checked.values.email, {
      redirectTo: `${location.origin}/auth?step=new-password`,
    });
    if (error) return { refusal: messageOf(error) };
    setSentTo(checked.values.email);
    return undefined;
  };
  // The same answer whether or not the address is known, so that no one can find out by asking.
  if (sentTo)
    return (
      <>
        <output className="block pt-6 wrap-anywhere">
          If there is an account for {sentTo}, a mail with a link is on its way. The link works for a short time.
        </output>
        <MailedCode email={sentTo} type="recovery" onSubmit={onCode} />
      </>
    );
  return (
    <AuthForm action={ask} button="Send the link" busyText="Sending...">
      {(attempt) => <AddressField attempt={attempt} value={email} onChange={onEmail} />}
    </AuthForm>
  );
}

export function SetNewPassword({ email, onDone }: { email: string; onDone: () => void }) {
  const save = async (values: Record<string, string>) => {
    const checked = check(passwordOnly, values);
    if ("complaint" in checked) return checked;
    const { error } = await supabase().auth.updateUser(checked.values);
    if (error) return { refusal: messageOf(error) };
    toast({ title: "Password changed" });
    onDone();
    return undefined;
  };
  return (
    <AuthForm action={save} button="Save the new password" busyText="Saving...">
      {(attempt) => (
        <>
          {/* Tells password managers whose password this is. */}
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="New password"
            name="password"
            size="compact"
            autoComplete="new-password"
            hint="At least 6 characters"
            error={complaintOf(attempt, "password")}
          />
        </>
      )}
    </AuthForm>
  );
}
