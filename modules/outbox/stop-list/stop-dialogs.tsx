import { useState } from "react";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { type Stop, useStopActions } from "./stop-list-data.ts";

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text.trim());

export function AddStopDialog({ onClose }: { onClose: () => void }) {
  const { add, busy } = useStopActions();
  const [address, setAddress] = useState("");
  const [scope, setScope] = useState<Stop["scope"]>("outreach");
  const [why, setWhy] = useState("");
  const [checked, setChecked] = useState(false);
  const save = () => {
    setChecked(true);
    if (isAddress(address) && why.trim()) add(address.trim(), scope, why.trim(), onClose);
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Add to the stop list"
      narrow
      busy={busy}
      keep="Not now"
      confirm="Add"
      onConfirm={save}
    >
      <div className="grid gap-4">
        <TextField
          label="Address"
          size="compact"
          type="email"
          maxLength={254}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          error={checked && !isAddress(address) ? "An address looks like name@company.example." : undefined}
        />
        <SelectField
          label="What stops"
          size="compact"
          value={scope}
          onChange={(event) => setScope(event.target.value === "all" ? "all" : "outreach")}
        >
          <option value="outreach">Outreach: answers and receipts still come</option>
          <option value="all">Everything</option>
        </SelectField>
        <TextField
          label="Why"
          size="compact"
          maxLength={200}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
          error={checked && !why.trim() ? "Say why in a word, for colleagues who read this later." : undefined}
        />
      </div>
    </FormDialog>
  );
}

export function LiftStopDialog({ stop, onClose }: { stop: Stop; onClose: () => void }) {
  const { lift, busy } = useStopActions();
  const [why, setWhy] = useState("");
  const [checked, setChecked] = useState(false);
  return (
    <FormDialog
      onClose={onClose}
      title="Write to this address again?"
      narrow
      busy={busy}
      keep="Keep the stop"
      confirm="Lift it"
      onConfirm={() => {
        setChecked(true);
        if (why.trim().length >= 3) lift(stop, why.trim(), onClose);
      }}
    >
      <p className="mb-4 wrap-anywhere">
        {stop.reason === "unsubscribe"
          ? `${stop.address ?? "This person"} asked to get no more of it. Lift this only if they have asked to hear from you again.`
          : stop.reason === "complaint"
            ? `${stop.address ?? "This person"} reported a message as spam. Another one may harm every mail of the house.`
            : `Messages to ${stop.address ?? "this address"} may leave again.`}{" "}
        It is recorded, with your name.
      </p>
      <TextField
        label="Why"
        size="compact"
        maxLength={200}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
        error={checked && why.trim().length < 3 ? "Say why, for colleagues who read this later." : undefined}
      />
    </FormDialog>
  );
}
