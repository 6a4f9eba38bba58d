// The code of a mail, typed in: its link works in the browser that asked for it alone, and mail is often read on a phone.
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { TextField } from "#app/ui/field.tsx";
import { AuthForm } from "./auth-form.tsx";

export function MailedCode({
  email,
  type,
  onSubmit,
}: {
  email: string;
  type: "recovery" | "email";
  /** Before the code is checked, which signs in. */
  onSubmit?: () => void;
}) {
  const verify = async ({ code = "" }: Record<string, string>) => {
    const token = code.replace(/\s/g, "");
    if (!/^\d{6}$/.test(token)) return { refusal: "Enter the six digits from the mail." };
    onSubmit?.();
    const { error } = await supabase().auth.verifyOtp({ email, token, type });
    return error ? { refusal: messageOf(error) } : undefined;
  };
  return (
    <AuthForm action={verify} button="Continue with the code" busyText="Checking...">
      {() => (
        <TextField
          label="Or type the code from the mail"
          hint="The link works in this browser alone; the code can be read on another device."
          name="code"
          size="compact"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
        />
      )}
    </AuthForm>
  );
}
