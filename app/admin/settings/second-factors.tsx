// Authenticator app and security keys. A factor counts from the first time it was used here.
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoment } from "#app/lib/formats.ts";
import { passkeyMessage } from "#app/lib/passkey-message.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { AppEnrolment } from "./app-enrolment.tsx";
import { Panel, Refused } from "./panel.tsx";

const factorsQuery = queryOptions({
  queryKey: ["factors"],
  queryFn: async () => {
    const { data, error } = await supabase().auth.mfa.listFactors();
    if (error) throw error;
    return data.all.filter((factor) => factor.status === "verified");
  },
});

/**
 * The client asks for separate security keys only; fingerprint readers and phones are as good. Browsers ignore an
 * attachment they do not know, which is the one way to take the client's own back.
 */
const anyAuthenticator = {
  hints: [],
  attestation: "none" as const,
  authenticatorSelection: {
    authenticatorAttachment: "any" as AuthenticatorAttachment,
    residentKey: "preferred" as const,
    userVerification: "preferred" as const,
  },
};

const kinds: Record<string, string> = { totp: "Authenticator app", webauthn: "Security key", phone: "Phone" };

export function SecondFactors() {
  const factors = useQuery(factorsQuery);
  const client = useQueryClient();
  const [adding, setAdding] = useState<"app" | "key" | null>(null);
  const [removing, setRemoving] = useState<{ id: string; name: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: ["factors"] });
  const added = () => {
    setAdding(null);
    toast({ title: "Second factor added" });
    void refresh();
  };
  const remove = async (factorId: string) => {
    setRemoving(null);
    const { error } = await supabase().auth.mfa.unenroll({ factorId });
    setRefusal(error ? messageOf(error) : null);
    if (!error) toast({ title: "Second factor removed" });
    void refresh();
  };
  return (
    <Panel title="Second factor" note="Asked for after the password, at every sign-in.">
      {factors.isError && <Refused>{messageOf(factors.error)}</Refused>}
      {factors.data?.length === 0 && <p className="mb-4 text-muted">No second factor yet.</p>}
      <ul>
        {factors.data?.map((factor) => {
          const name = factor.friendly_name || kinds[factor.factor_type] || factor.factor_type;
          return (
            <li key={factor.id} className="flex items-center gap-3 border-b border-line py-2.5">
              <span className="min-w-0 grow truncate">
                <span className="font-semibold">{name}</span>{" "}
                <span className="text-muted">
                  {kinds[factor.factor_type]}, added {formatMoment(factor.created_at)}
                </span>
              </span>
              <Button variant="line" size="compact" onClick={() => setRemoving({ id: factor.id, name })}>
                Remove<span className="sr-only"> {name}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      {refusal && <Refused>{refusal}</Refused>}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="line" size="compact" onClick={() => setAdding("app")}>
          Add an authenticator app
        </Button>
        <Button variant="line" size="compact" onClick={() => setAdding("key")}>
          Add a security key
        </Button>
      </div>
      <Dialog narrow open={adding === "app"} onClose={() => setAdding(null)} title="Add an authenticator app">
        <AppEnrolment onDone={added} />
      </Dialog>
      <Dialog narrow open={adding === "key"} onClose={() => setAdding(null)} title="Add a security key">
        <KeyEnrolment onDone={added} />
      </Dialog>
      <FormDialog
        narrow
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove ${removing?.name}?`}
        confirm={`Remove ${removing?.name}`}
        danger
        autofocus="keep"
        onConfirm={() => removing && void remove(removing.id)}
      >
        <p>Signing in will no longer ask for it.</p>
      </FormDialog>
    </Panel>
  );
}

function KeyEnrolment({ onDone }: { onDone: () => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const register = async (friendlyName: string) => {
    setBusy(true);
    try {
      const { error } = await supabase().auth.mfa.webauthn.register(
        {
          friendlyName: friendlyName.trim() || "Security key",
          webauthn: { rpId: location.hostname, rpOrigins: [location.origin] },
        },
        anyAuthenticator,
      );
      if (error) setRefusal(passkeyMessage(error));
      else onDone();
    } catch (error) {
      setRefusal(passkeyMessage(error));
    }
    setBusy(false);
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void register(String(new FormData(event.currentTarget).get("name") ?? ""));
      }}
    >
      <p>Your browser asks for a key that you plug in, or for the fingerprint, face or PIN of this device.</p>
      <TextField label="Name" name="name" size="compact" defaultValue="Security key" maxLength={100} />
      {refusal && <Refused>{refusal}</Refused>}
      <Button type="submit" size="dialog" disabled={busy}>
        {busy ? "Waiting for the key..." : "Register the key"}
      </Button>
    </form>
  );
}
