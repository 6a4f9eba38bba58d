import { type FormEvent, useState } from "react";
import { ownName, useSession } from "#app/auth/session.tsx";
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { Panel, Refused } from "./panel.tsx";

/** The name that the dashboard greets one with, and that letters and proposals are signed with. */
export function OwnName() {
  return (
    <Panel title="Your account">
      <NameForm hint="The dashboard greets you with it. Replies, proposals and sequences are signed with it." />
    </Panel>
  );
}

/** Asked for until it is given: without it, letters are signed by the company alone. */
export function AskForName() {
  const { user } = useSession();
  if (ownName(user)) return null;
  return (
    <div className="print:hidden">
      <Panel
        title="What is your name?"
        note="Replies, proposals and sequences are signed with it. Settings can change it."
      >
        <NameForm required />
      </Panel>
    </div>
  );
}

export function NameForm({ hint, required }: { hint?: string; required?: boolean }) {
  const { user } = useSession();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    if (required && !name) return;
    setBusy(true);
    try {
      const { error } = await supabase().auth.updateUser({ data: { name: name || null } });
      setRefusal(error ? messageOf(error) : null);
      if (!error) toast({ title: name ? "Name saved" : "Name removed" });
    } catch (error) {
      setRefusal(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void save(event)} className="grid max-w-96 gap-4">
      <TextField
        label="Your name"
        name="name"
        size="compact"
        autoComplete="name"
        maxLength={80}
        hint={hint}
        required={required}
        defaultValue={ownName(user) ?? ""}
      />
      {refusal && <Refused>{refusal}</Refused>}
      <Button type="submit" size="dialog" disabled={busy} className="justify-self-start">
        {busy ? "Saving..." : "Save name"}
      </Button>
    </form>
  );
}
