import { useState } from "react";
import { myAccess } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { type Role, roleSentence } from "./role-words.ts";
import { invitedWords, useInvite } from "./team-data.ts";

export function InviteDialog({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const { areas } = useRecordsContext();
  const { is_owner: isOwner, grants: mine } = myAccess();
  // No one gives more than they have.
  const given = roles.filter(
    ({ key, grants }) =>
      isOwner || (key !== "admin" && grants.every(({ area, action }) => mine.includes(`${area} ${action}`))),
  );
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [roleKey, setRoleKey] = useState(given.find(({ key }) => key === "reader")?.key ?? given[0]?.key ?? "");
  const invite = useInvite();
  const role = given.find(({ key }) => key === roleKey);
  return (
    <FormDialog
      narrow
      title="Invite a colleague"
      onClose={onClose}
      busy={invite.isPending}
      confirm={invite.isPending ? "Sending..." : "Send invitation"}
      form="invite"
    >
      <form
        id="invite"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate(
            { name, email, role_key: roleKey },
            {
              onSuccess: ({ leaves }) => {
                toast(invitedWords(name, leaves));
                onClose();
              },
            },
          );
        }}
      >
        <TextField
          label="Name"
          size="compact"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Address"
          type="email"
          size="compact"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField label="Role" size="compact" value={roleKey} onChange={(event) => setRoleKey(event.target.value)}>
          {given.map(({ key, name: label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </SelectField>
        {role && (
          <p className="rounded-1 bg-nil px-3 py-2.5">
            <b>{role.name}</b> {roleSentence(role, areas)}
          </p>
        )}
        <p className="text-caption text-muted">
          The link works once, for 72 hours, and only for who can read that mailbox. It passes SAFE because it reaches a
          colleague.
        </p>
        {invite.error && <FieldError>{messageOf(invite.error)}</FieldError>}
      </form>
    </FormDialog>
  );
}
