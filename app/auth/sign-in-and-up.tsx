// The two tabs. Messages of the backend are shown as they are.
import { useState } from "react";
import { handOverToast } from "#app/lib/handed-over-toast.ts";
import { supabase } from "#app/lib/supabase.ts";
import { TextField } from "#app/ui/field.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { toast } from "#app/ui/toast.ts";
import { AuthForm, complaintOf } from "./auth-form.tsx";
import { check, credentials } from "./credentials.ts";

async function signIn(values: Record<string, string>) {
  const checked = check(credentials, values);
  if ("complaint" in checked) return checked;
  const { data, error } = await supabase().auth.signInWithPassword(checked.values);
  if (error) return { refusal: error.message };
  const due = data.user.factors?.some((factor) => factor.status === "verified");
  if (!due) toast({ title: "Welcome back!" });
  return undefined;
}

async function signUp(values: Record<string, string>) {
  const checked = check(credentials, values);
  if ("complaint" in checked) return checked;
  const { error } = await supabase().auth.signUp({
    ...checked.values,
    options: { emailRedirectTo: `${location.origin}/` },
  });
  if (error) return { refusal: error.message };
  handOverToast({ title: "Account created! Please check your email." });
  location.assign("/");
  return undefined;
}

export function SignInAndUp({
  tab,
  onTab,
  forgot,
}: {
  tab: string;
  onTab: (tab: string) => void;
  forgot: React.ReactNode;
}) {
  // Typed once, kept when the other tab is chosen.
  const [email, setEmail] = useState("");
  const addressField = (error: string | undefined) => (
    <TextField
      label="Email"
      name="email"
      type="email"
      size="desk"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      value={email}
      onChange={(event) => setEmail(event.target.value)}
      error={error}
    />
  );
  return (
    <Tabs
      label="Account"
      tone="ink"
      selected={tab}
      onSelect={onTab}
      tabs={[
        {
          id: "sign-in",
          label: "Sign in",
          panel: tab === "sign-in" && (
            <AuthForm action={signIn} button="Sign in" busyText="Signing in...">
              {(attempt) => (
                <>
                  {addressField(complaintOf(attempt, "email"))}
                  <PasswordField
                    label="Password"
                    name="password"
                    size="desk"
                    autoComplete="current-password"
                    error={complaintOf(attempt, "password")}
                  />
                  {forgot}
                </>
              )}
            </AuthForm>
          ),
        },
        {
          id: "sign-up",
          label: "Sign up",
          panel: tab === "sign-up" && (
            <AuthForm action={signUp} button="Sign up" busyText="Signing up...">
              {(attempt) => (
                <>
                  {addressField(complaintOf(attempt, "email"))}
                  <PasswordField
                    label="Password"
                    name="password"
                    size="desk"
                    autoComplete="new-password"
                    hint="At least 6 characters"
                    error={complaintOf(attempt, "password")}
                  />
                </>
              )}
            </AuthForm>
          ),
        },
      ]}
    />
  );
}
