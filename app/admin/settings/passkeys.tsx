// Signing in without a password: the passkeys of this account, where the operator has switched them on.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formatMoment } from "#app/lib/formats.ts";
import { passkeyMessage } from "#app/lib/passkey-message.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { Panel, Refused } from "./panel.tsx";

const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async () => {
    const { data, error } = await supabase().auth.passkey.list();
    if (error) throw error;
    return data;
  },
});

type Passkey = Awaited<ReturnType<NonNullable<typeof passkeysQuery.queryFn>>>[number];
const unnamed = "Passkey without a name";
const nameOf = (passkey: Passkey) => passkey.friendly_name || unnamed;
const longestName = 120;

async function rename(passkeyId: string, friendlyName: string) {
  const { error } = await supabase().auth.passkey.update({ passkeyId, friendlyName });
  if (error) throw error;
}

async function add(name: string) {
  const { data, error } = await supabase().auth.registerPasskey();
  if (error) throw error;
  if (name) await rename(data.id, name);
}

type Open = { what: "add" } | { what: "rename" | "remove"; passkey: Passkey } | null;

export function Passkeys() {
  const passkeys = useQuery(passkeysQuery);
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const change = useMutation({
    mutationFn: async ({ act }: { act: () => Promise<void>; said: string }) => act(),
    onSuccess: (_, { said }) => {
      setOpen(null);
      toast({ title: said });
    },
    // Also after a failure: a passkey that was made but could not be named is there.
    onSettled: () => client.invalidateQueries({ queryKey: ["passkeys"] }),
  });
  const show = (next: Open) => {
    change.reset();
    setOpen(next);
  };
  const refusal = change.isError && <Refused>{passkeyMessage(change.error)}</Refused>;
  const removing = open?.what === "remove" ? open.passkey : null;
  const renaming = open?.what === "rename" ? open.passkey : null;
  const remove = async (passkeyId: string) => {
    const { error } = await supabase().auth.passkey.delete({ passkeyId });
    if (error) throw error;
  };
  return (
    <Panel title="Passkeys" note="Sign in with your fingerprint, face, PIN or a security key, without the password.">
      {passkeys.isPending && <output>Loading...</output>}
      {passkeys.isError && <Refused>{messageOf(passkeys.error)}</Refused>}
      {passkeys.data?.length === 0 && <p className="text-muted">No passkey yet.</p>}
      <ul>
        {passkeys.data?.map((passkey) => (
          <li key={passkey.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5">
            <span className="min-w-0 grow basis-48">
              <span className="font-semibold wrap-anywhere">{nameOf(passkey)}</span>
              <span className="block text-caption text-muted">
                Added {formatMoment(passkey.created_at)},{" "}
                {passkey.last_used_at ? `last used ${formatMoment(passkey.last_used_at)}` : "not used yet"}
              </span>
            </span>
            <span className="flex gap-2">
              <Button variant="line" size="compact" onClick={() => show({ what: "rename", passkey })}>
                Rename<span className="sr-only"> {nameOf(passkey)}</span>
              </Button>
              <Button variant="line" size="compact" onClick={() => show({ what: "remove", passkey })}>
                Remove<span className="sr-only"> {nameOf(passkey)}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Button variant="line" size="compact" className="mt-4" onClick={() => show({ what: "add" })}>
        Add a passkey
      </Button>
      <Dialog
        narrow
        open={open?.what === "add"}
        onClose={() => show(null)}
        busy={change.isPending}
        title="Add a passkey"
      >
        <NameForm
          name="Passkey"
          about="Your browser asks you to create it with your fingerprint, face, PIN or a security key."
          button={change.isPending ? "Waiting for the passkey..." : "Create the passkey"}
          busy={change.isPending}
          refusal={refusal}
          onSave={(name) => change.mutate({ act: () => add(name), said: "Passkey added" })}
        />
      </Dialog>
      <Dialog
        narrow
        open={renaming !== null}
        onClose={() => show(null)}
        busy={change.isPending}
        title="Rename the passkey"
      >
        <NameForm
          name={renaming?.friendly_name ?? ""}
          button={change.isPending ? "Saving..." : "Save name"}
          busy={change.isPending}
          refusal={refusal}
          onSave={(name) => change.mutate({ act: () => rename(renaming?.id ?? "", name), said: "Passkey renamed" })}
        />
      </Dialog>
      <FormDialog
        narrow
        open={removing !== null}
        onClose={() => show(null)}
        busy={change.isPending}
        title={`Remove ${removing && nameOf(removing)}?`}
        confirm="Remove the passkey"
        danger
        autofocus="keep"
        onConfirm={() => removing && change.mutate({ act: () => remove(removing.id), said: "Passkey removed" })}
      >
        <p>It no longer signs you in. Your device may go on offering it until you delete it there too.</p>
        {refusal}
      </FormDialog>
    </Panel>
  );
}

function NameForm({
  name,
  about,
  button,
  busy,
  refusal,
  onSave,
}: {
  name: string;
  about?: string;
  button: string;
  busy: boolean;
  refusal: React.ReactNode;
  onSave: (name: string) => void;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave(String(new FormData(event.currentTarget).get("name")).trim());
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {about && <p>{about}</p>}
      <TextField label="Name" name="name" size="compact" required maxLength={longestName} defaultValue={name} />
      {refusal}
      <Button type="submit" size="dialog" disabled={busy}>
        {button}
      </Button>
    </form>
  );
}
