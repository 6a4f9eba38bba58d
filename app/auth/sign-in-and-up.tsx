// The two tabs. Messages of the backend are shown as they are.
import { useState } from "react";
import { handOverToast } from "#app/lib/handed-over-toast.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { AddressField, type Attempt, AuthForm, complaintOf } from "./auth-form.tsx";
import { check, credentials } from "./credentials.ts";
import { MailedCode } from "./mailed-code.tsx";
import { welcome } from "./welcome.ts";

async function signIn(values: Record<string, string>) {
  const checked = check(credentials, values);
  if ("complaint" in checked) return checked;
  const { data, error } = await supabase().auth.signInWithPassword(checked.values);
  if (error?.code === "email_not_confirmed") return { refusal: error.message, unconfirmed: checked.values.email };
  if (error?.status === 429) return { refusal: messageOf(error), slowedDown: checked.values.email };
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

const afterAttempt = ({ slowedDown }: Attempt) => slowedDown && <LinkInstead email={slowedDown} />;

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

/** Somebody guesses passwords, or too many were wrong: who reads the mailbox need not wait for it. */
function LinkInstead({ email }: { email: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const ask = async () => {
    const { error } = await supabase().auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false, emailRedirectTo: `${location.origin}/auth` },
    });
    setSent(!error);
    setAnswer(
      error ? messageOf(error) : `If there is an account for ${email}, a mail with a link and a code is on its way.`,
    );
  };
  return (
    <div className="pt-4.5">
      {answer ? (
        <output className="block text-ui wrap-anywhere">{answer}</output>
      ) : (
        <Button variant="line" className="w-full" onClick={() => void ask()}>
          Send me a sign-in link
        </Button>
      )}
      {sent && <MailedCode email={email} type="email" />}
    </div>
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
          <AuthForm action={action} button={label} busyText={busyText} after={afterAttempt}>
            {(attempt) => (
              <>
                <AddressField attempt={attempt} value={email} onChange={onEmail} />
                <PasswordField
                  label="Password"
                  name="password"
                  size="compact"
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
