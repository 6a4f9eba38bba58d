import { type FormEvent, useState } from "react";
import { ownName, useSession } from "#app/auth/session.tsx";
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { Panel, Refused } from "./panel.tsx";

/** The name that the dashboard greets one with. */
export function OwnName() {
  const { user } = useSession();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
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
    <Panel title="Your account">
      <form onSubmit={(event) => void save(event)} className="grid max-w-96 gap-4">
        <TextField
          label="Your name"
          name="name"
          size="desk"
          autoComplete="given-name"
          maxLength={80}
          hint="The dashboard greets you with it."
          defaultValue={ownName(user) ?? ""}
        />
        {refusal && <Refused>{refusal}</Refused>}
        <Button type="submit" size="dialog" disabled={busy} className="justify-self-start">
          {busy ? "Saving..." : "Save name"}
        </Button>
      </form>
    </Panel>
  );
}
