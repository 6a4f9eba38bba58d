// What a dialog asks before something happens to a meeting: hand over, cancel, decline, outcome, invite.
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { staffQuery } from "#app/lib/office.ts";
import { SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { type MeetingRecord, useMeetingChange } from "../meetings-data.ts";
import { useOverEntry } from "./over-entry.tsx";

interface Props {
  record: MeetingRecord;
  onClose: () => void;
}

export function HandOverDialog({ record, onClose }: Props) {
  const { busy, rpc } = useMeetingChange();
  const { over, ask, reset, warning } = useOverEntry();
  const staff = useQuery(staffQuery).data?.filter(({ active, user_id: id }) => active && id !== record.host_id) ?? [];
  const [colleague, setColleague] = useState("");
  return (
    <FormDialog
      narrow
      title="Hand over to a colleague"
      busy={busy}
      blocked={!colleague}
      onClose={onClose}
      confirm={over ? "Hand over all the same" : "Hand over"}
      onConfirm={() =>
        rpc(
          "hand_over_meeting",
          { meeting: record.id, colleague, over_entries: over },
          { done: "Handed over. The mail is in the outbox", failed: "Not handed over", onDone: onClose, onEntry: ask },
        )
      }
    >
      <div className="grid gap-3">
        {warning}
        <SelectField
          label="Colleague"
          size="compact"
          value={colleague}
          onChange={({ target }) => {
            setColleague(target.value);
            reset();
          }}
        >
          <option value="">Choose</option>
          {staff.map(({ user_id: id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <p className="text-caption text-muted">The guest’s calendar keeps one meeting, with the new name in it.</p>
      </div>
    </FormDialog>
  );
}

/** Cancel, decline: over for the guest, with a sentence if one likes. */
export function EndDialog({ record, decline, onClose }: Props & { decline: boolean }) {
  const { busy, rpc } = useMeetingChange();
  const [reason, setReason] = useState("");
  const done = {
    done: decline ? "Declined. The mail is in the outbox" : "Cancelled. The mail is in the outbox",
    failed: decline ? "Not declined" : "Not cancelled",
    onDone: onClose,
  };
  const given = { meeting: record.id, ...(reason.trim() && { reason: reason.trim() }) };
  return (
    <FormDialog
      narrow
      danger
      title={decline ? "Decline this request?" : "Cancel this meeting?"}
      busy={busy}
      onClose={onClose}
      keep="Keep it"
      confirm={decline ? "Decline" : "Cancel the meeting"}
      onConfirm={() => (decline ? rpc("decline_meeting", given, done) : rpc("cancel_meeting", given, done))}
    >
      <TextArea
        label="A sentence for the guest"
        size="compact"
        rows={3}
        maxLength={1000}
        dir="auto"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        hint="Optional. The time is free again at once."
      />
    </FormDialog>
  );
}

export function OutcomeDialog({ record, outcome, onClose }: Props & { outcome: "met" | "no_show" }) {
  const { busy, rpc } = useMeetingChange();
  const [note, setNote] = useState("");
  return (
    <FormDialog
      narrow
      title={outcome === "met" ? "The meeting took place" : "The guest did not come"}
      busy={busy}
      onClose={onClose}
      confirm="Save"
      onConfirm={() =>
        rpc(
          "record_outcome",
          { meeting: record.id, outcome, ...(note.trim() && { note: note.trim() }) },
          { done: "Saved", failed: "Not saved", onDone: onClose },
        )
      }
    >
      <TextArea
        label="Note for us"
        size="compact"
        rows={4}
        maxLength={10_000}
        dir="auto"
        value={note}
        onChange={({ target }) => setNote(target.value)}
        hint={
          outcome === "no_show"
            ? "It no longer counts as a meeting with this person."
            : "What was agreed, and what is next. Clients never see it."
        }
      />
    </FormDialog>
  );
}

export function InviteDialog({ record, onClose }: Props) {
  const form = useId();
  const { busy, rpc } = useMeetingChange();
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  return (
    <FormDialog
      narrow
      title="Invite one more"
      busy={busy}
      onClose={onClose}
      form={form}
      confirm="Invite"
      blocked={!address.trim()}
    >
      <form
        id={form}
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          rpc(
            "invite_to_meeting",
            { meeting: record.id, name: name.trim(), address: address.trim() },
            { done: "Invited. The mail is in the outbox", failed: "Not invited", onDone: onClose },
          );
        }}
      >
        <TextField
          label="Name"
          size="compact"
          maxLength={200}
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label="Mail address"
          size="compact"
          type="email"
          required
          marked
          maxLength={320}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </form>
    </FormDialog>
  );
}
