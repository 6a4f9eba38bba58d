// Removing a mailbox: its sign-in goes at once. The one question is what stays of what was filed.
import { useState } from "react";
import { Checkbox } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { type MailboxRow, useRemoveMailbox } from "../mailbox-data.ts";

export function RemoveDialog({ mailbox: { id, address }, onClose }: { mailbox: MailboxRow; onClose: () => void }) {
  const [withMail, setWithMail] = useState(false);
  const remove = useRemoveMailbox();
  return (
    <FormDialog
      title={`Remove ${address}?`}
      danger
      confirm={withMail ? "Remove it and its mail" : "Remove it, keep its mail"}
      autofocus="keep"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { mailbox: id, with_mail: withMail },
          {
            onSuccess: () => {
              toast({ title: `${address} is removed` });
              onClose();
            },
          },
        )
      }
    >
      <div className="grid gap-4">
        <p>
          What it was signed in with is deleted at once, and it is not read any more. Nothing changes in the mailbox
          itself. Replies that wait to leave from it are cancelled.
        </p>
        <Checkbox
          label="Delete what was filed from it as well, where no other mailbox has it. This cannot be undone."
          checked={withMail}
          onChange={(event) => setWithMail(event.target.checked)}
        />
      </div>
    </FormDialog>
  );
}
