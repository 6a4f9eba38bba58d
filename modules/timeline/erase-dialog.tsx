// A person asks to be forgotten: their name and words go, everywhere; that something happened, and when, stays.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { eraseContact } from "./timeline-data.ts";

export default function EraseDialog({
  record,
  title,
  onClose,
}: {
  record: { id: string };
  title: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const erase = useMutation({
    mutationFn: () => eraseContact(record.id),
    onSuccess: () => {
      toast({ title: "Person erased" });
      void client.invalidateQueries({ queryKey: ["records"] });
      onClose();
    },
  });
  return (
    <Dialog
      narrow
      open
      onClose={onClose}
      busy={erase.isPending}
      title="Erase this person?"
      footer={
        <>
          <Button variant="line" size="dialog" onClick={onClose} disabled={erase.isPending} data-autofocus>
            Cancel
          </Button>
          <Button variant="danger" size="dialog" disabled={erase.isPending} onClick={() => erase.mutate()}>
            {erase.isPending ? "Erasing..." : "Erase person"}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        The name, address and every word kept about {title} are emptied, on this page, in notes and in the timeline.
        That something happened, and when, stays. This cannot be undone.
      </p>
      {erase.isError && (
        <div role="alert">
          <FieldError>{messageOf(erase.error)}</FieldError>
        </div>
      )}
    </Dialog>
  );
}
