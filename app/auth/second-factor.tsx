// After the password, when the account has a second factor: a code from the authenticator app, or a security key.
import type { Factor } from "@supabase/supabase-js";
import { useEffect, useRef, useState } from "react";
import { passkeyMessage } from "#app/lib/passkey-message.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { AuthForm, Refusal } from "./auth-form.tsx";

export function SecondFactor({ factors }: { factors: readonly Factor[] }) {
  const verified = factors.filter((factor) => factor.status === "verified");
  const totp = verified.find((factor) => factor.factor_type === "totp");
  const key = verified.find((factor) => factor.factor_type === "webauthn");
  return (
    <>
      {totp && <CodeForm factorId={totp.id} />}
      {key && <KeyButton factorId={key.id} alone={!totp} />}
      {!totp && !key && <Refusal>Your second factor cannot be used here. Contact the team.</Refusal>}
    </>
  );
}

function CodeForm({ factorId }: { factorId: string }) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const verify = async ({ code = "" }: Record<string, string>) => {
    const digits = code.replace(/\s/g, "");
    if (!/^\d{6}$/.test(digits)) return { refusal: "Enter the six digits that the app shows now." };
    const { error } = await supabase().auth.mfa.challengeAndVerify({ factorId, code: digits });
    if (error) return { refusal: messageOf(error) };
    toast({ title: "Welcome back!" });
    return undefined;
  };
  return (
    <div ref={form}>
      <AuthForm action={verify} button="Verify" busyText="Verifying...">
        {() => (
          <TextField
            label="Code from your authenticator app"
            name="code"
            size="compact"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
          />
        )}
      </AuthForm>
    </div>
  );
}

function KeyButton({ factorId, alone }: { factorId: string; alone: boolean }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const use = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { error } = await supabase().auth.mfa.webauthn.authenticate({
        factorId,
        webauthn: { rpId: location.hostname, rpOrigins: [location.origin] },
      });
      if (error) setRefusal(passkeyMessage(error));
      else toast({ title: "Welcome back!" });
    } catch (error) {
      setRefusal(passkeyMessage(error));
    }
    setBusy(false);
  };
  return (
    <div className="grid gap-4.5 pt-4.5">
      {refusal && <Refusal>{refusal}</Refusal>}
      <Button variant={alone ? "solid" : "line"} className="w-full" disabled={busy} onClick={() => void use()}>
        {busy ? "Waiting for the key..." : "Use a security key"}
      </Button>
    </div>
  );
}
