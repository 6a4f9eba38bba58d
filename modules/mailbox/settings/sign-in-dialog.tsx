// Signing in again, or other servers: tried before it is stored. A new server gets no old password.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { changeServers, type MailboxRow, type TestAnswer } from "../mailbox-data.ts";
import { blankServer, missingIn, secretOf, type ServerForm, ServerFields, serversOf } from "./server-fields.tsx";
import { TestSteps } from "./test-steps.tsx";

export function SignInDialog({ mailbox, onClose }: { mailbox: MailboxRow; onClose: () => void }) {
  const queries = useQueryClient();
  const [form, setForm] = useState<ServerForm>({
    ...blankServer,
    address: mailbox.address,
    signIn: mailbox.sign_in,
    user: mailbox.user_name ?? "",
    imapHost: mailbox.imap_host,
    imapPort: String(mailbox.imap_port),
    smtpHost: mailbox.smtp_host ?? "",
    smtpPort: String(mailbox.smtp_port ?? 587),
  });
  const [tested, setTested] = useState<TestAnswer | null>(null);
  const [checked, setChecked] = useState(false);
  const typesSecret = form.password !== "" || form.refreshToken !== "";
  const errors = missingIn(form, mailbox.state === "signed_out" || typesSecret);
  const change = useMutation({
    mutationFn: () => changeServers(mailbox.id, { ...serversOf(form), ...(typesSecret && { secret: secretOf(form) }) }),
    onMutate: () => setTested(null),
    onSuccess: async (answer) => {
      setTested(answer);
      if (!answer.ok) return;
      toast({ title: `Signed in to ${mailbox.address}. Reading goes on from where it stopped` });
      await queries.invalidateQueries({ queryKey: ["records"] });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Servers and sign-in"
      confirm={change.isPending ? "Testing..." : "Test and save"}
      busy={change.isPending}
      onClose={onClose}
      onConfirm={() => {
        setChecked(true);
        if (Object.keys(errors).length === 0) change.mutate();
      }}
    >
      <div className="grid gap-4">
        <ServerFields
          form={form}
          fixedAddress
          errors={checked ? errors : {}}
          failed={tested?.steps.find(({ ok }) => !ok)}
          onChange={(changed) => {
            setForm({ ...form, ...changed });
            setTested(null);
          }}
        />
        {(change.isPending || tested) && <TestSteps steps={tested?.steps ?? []} running={change.isPending} />}
        {change.isError && (
          <p role="alert" className="text-danger">
            {messageOf(change.error)}
          </p>
        )}
        <p className="text-caption text-muted">
          {mailbox.state === "signed_out"
            ? "Nothing is tried until you sign in again: every further try could lock the account."
            : "Without a password the stored one is used. It is not sent to a new server."}
        </p>
      </div>
    </FormDialog>
  );
}
