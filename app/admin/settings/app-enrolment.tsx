// Scan, type the code, done. A factor that was never confirmed is taken away again.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Refused } from "./panel.tsx";

async function enrol() {
  const { mfa } = supabase().auth;
  const { data: present } = await mfa.listFactors();
  const left = present?.all.filter((factor) => factor.factor_type === "totp" && factor.status === "unverified") ?? [];
  for (const factor of left) await mfa.unenroll({ factorId: factor.id });
  const taken = present?.all.filter((factor) => factor.status === "verified").length ?? 0;
  const friendlyName = taken ? `Authenticator app ${taken + 1}` : "Authenticator app";
  const { data, error } = await mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { factorId: data.id, ...data.totp };
}

export function AppEnrolment({ onDone }: { onDone: () => void }) {
  const factor = useQuery({
    queryKey: ["enrolment"],
    queryFn: enrol,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const verify = async (typed: string) => {
    if (!factor.data) return;
    const code = typed.replace(/\s/g, "");
    if (!/^\d{6}$/.test(code)) return setRefusal("Enter the six digits that the app shows now.");
    setBusy(true);
    const { error } = await supabase().auth.mfa.challengeAndVerify({ factorId: factor.data.factorId, code });
    setBusy(false);
    if (error) setRefusal(messageOf(error));
    else onDone();
  };
  if (factor.isError) return <Refused>{messageOf(factor.error)}</Refused>;
  if (!factor.data) return <output>Loading...</output>;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void verify(String(new FormData(event.currentTarget).get("code") ?? ""));
      }}
    >
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <img src={factor.data.qr_code} alt="QR code for the authenticator app" className="size-44 bg-white p-2" />
      <p className="flex items-center gap-2">
        <code className="wrap-anywhere">{factor.data.secret}</code>
        <CopyButton text={factor.data.secret} label="Copy key" />
      </p>
      <TextField
        label="Code that the app shows"
        name="code"
        size="compact"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        data-autofocus
      />
      {refusal && <Refused>{refusal}</Refused>}
      <Button type="submit" size="dialog" disabled={busy}>
        {busy ? "Verifying..." : "Verify and add"}
      </Button>
    </form>
  );
}
