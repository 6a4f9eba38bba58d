// Signing in without a password, where the operator has switched passkeys on.
import { useState } from "react";
import { passkeyMessage } from "#app/lib/passkey-message.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Refusal } from "./auth-form.tsx";
import { welcome } from "./welcome.ts";

export function PasskeySignIn() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { data, error } = await supabase().auth.signInWithPasskey();
      if (error) setRefusal(passkeyMessage(error));
      else welcome(data.user);
    } catch (error) {
      setRefusal(passkeyMessage(error));
    }
    setBusy(false);
  };
  return (
    <div className="mt-6 grid gap-4.5 border-t border-line pt-6">
      {refusal && <Refusal>{refusal}</Refusal>}
      <Button variant="line" className="w-full" disabled={busy} onClick={() => void signIn()}>
        <Icon name="key" />
        {busy ? "Waiting for the passkey..." : "Sign in with a passkey"}
      </Button>
    </div>
  );
}
