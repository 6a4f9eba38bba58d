// Another time, at any hour: the guest gets a mail with the new one, and the same meeting in their calendar.
import { useId, useState } from "react";
import { fromOfficeInput, toOfficeInput } from "#app/lib/office-time.ts";
import { TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { useMeetingChange } from "../meetings-data.ts";
import { useOverEntry } from "./over-entry.tsx";

export function MoveDialog({
  meeting,
  onClose,
}: {
  meeting: { id: string; starts_at: string; guest_name?: string };
  onClose: () => void;
}) {
  const form = useId();
  const { busy, rpc } = useMeetingChange();
  const { over, ask, reset, warning } = useOverEntry();
  const [at, setAt] = useState(toOfficeInput(Date.parse(meeting.starts_at)));
  const startsAt = fromOfficeInput(at);
  const isSame = startsAt?.toISOString() === new Date(meeting.starts_at).toISOString();
  return (
    <FormDialog
      narrow
      title="Move the meeting"
      busy={busy}
      blocked={!startsAt || isSame}
      onClose={onClose}
      form={form}
      confirm={over ? "Move over it" : "Move"}
    >
      <form
        id={form}
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!startsAt) return;
          rpc(
            "move_meeting",
            { meeting: meeting.id, starts_at: startsAt.toISOString(), over_entries: over },
            { done: "Moved. The mail is in the outbox", failed: "Not moved", onDone: onClose, onEntry: ask },
          );
        }}
      >
        {warning}
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Day"
            size="compact"
            type="date"
            required
            value={at.slice(0, 10)}
            onChange={({ target }) => {
              setAt(`${target.value}T${at.slice(11)}`);
              reset();
            }}
          />
          <TextField
            label="Time"
            size="compact"
            type="time"
            required
            value={at.slice(11)}
            onChange={({ target }) => {
              setAt(`${at.slice(0, 10)}T${target.value}`);
              reset();
            }}
          />
        </div>
        <p className="text-caption text-muted">By the office’s clock. The old time is free again at once.</p>
      </form>
    </FormDialog>
  );
}
