// The two tabs. Messages of the backend are shown as they are.
import { useState } from "react";
import { handOverToast } from "#app/lib/handed-over-toast.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { AddressField, AuthForm, complaintOf } from "./auth-form.tsx";
import { check, credentials } from "./credentials.ts";
import { welcome } from "./welcome.ts";

async function signIn(values: Record<string, string>) {
  const checked = check(credentials, values);
  if ("complaint" in checked) return checked;
  const { data, error } = await supabase().auth.signInWithPassword(checked.values);
  if (error?.code === "email_not_confirmed") return { refusal: error.message, unconfirmed: checked.values.email };
  if (error) return { refusal: messageOf(error) };
  welcome(data.user);
  return undefined;
}

async function signUp(values: Record<string, string>) {
  const checked = check(credentials, values);
  if ("complaint" in checked) return checked;
  const { error } = await supabase().auth.signUp({
    ...checked.values,
    options: { emailRedirectTo: `${location.origin}/` },
  });
  if (error) return { refusal: messageOf(error) };
  handOverToast({ title: "Account created! Please check your email." });
  location.assign("/");
  return undefined;
}

const forms = {
  "sign-in": {
    label: "Sign in",
    action: signIn,
    busyText: "Signing in...",
    password: { autoComplete: "current-password" },
  },
  "sign-up": {
    label: "Sign up",
    action: signUp,
    busyText: "Signing up...",
    password: { autoComplete: "new-password", hint: "At least 6 characters" },
  },
} as const;

/** For a confirmation that was lost or came too late. */
function ConfirmationAgain({ email }: { email: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const ask = async () => {
    const { error } = await supabase().auth.resend({
      type: "signup",
      email,
      options: { emailRedirectTo: `${location.origin}/` },
    });
    setAnswer(error ? messageOf(error) : "A new confirmation mail is on its way.");
  };
  if (answer) return <output className="text-ui">{answer}</output>;
  return (
    <Button variant="line" size="dialog" className="justify-self-start" onClick={() => void ask()}>
      Send the confirmation again
    </Button>
  );
}

export function SignInAndUp({
  tab,
  onTab,
  email,
  onEmail,
  forgot,
}: {
  tab: keyof typeof forms;
  onTab: (tab: string) => void;
  email: string;
  onEmail: (address: string) => void;
  forgot: React.ReactNode;
}) {
  return (
    <Tabs
      label="Account"
      tone="ink"
      selected={tab}
      onSelect={onTab}
      tabs={Object.entries(forms).map(([id, { label, action, busyText, password }]) => ({
        id,
        label,
        panel: tab === id && (
          <AuthForm action={action} button={label} busyText={busyText}>
            {(attempt) => (
              <>
                <AddressField attempt={attempt} value={email} onChange={onEmail} />
                <PasswordField
                  label="Password"
                  name="password"
                  size="desk"
                  error={complaintOf(attempt, "password")}
                  {...password}
                />
                {tab === "sign-in" && forgot}
                {attempt.unconfirmed && <ConfirmationAgain email={attempt.unconfirmed} />}
              </>
            )}
          </AuthForm>
        ),
      }))}
    />
  );
}
