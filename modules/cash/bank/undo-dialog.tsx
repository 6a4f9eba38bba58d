// Taking a match back: the payment stays and is corrected to nothing.
import { useState } from "react";
import { exactMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { FieldError, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { type LineMatch, undoMatch, useBankWork } from "./bank-data.ts";

export function UndoDialog({ match, currency, onClose }: { match: LineMatch; currency: string; onClose: () => void }) {
  const [why, setWhy] = useState("");
  const work = useBankWork(undoMatch, () => "Undone", onClose);
  return (
    <FormDialog
      title={`Undo ${match.invoice ?? match.number}`}
      narrow
      confirm="Undo"
      form="undo"
      busy={work.isPending}
      blocked={why.trim() === ""}
      onClose={onClose}
    >
      <form
        id="undo"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (why.trim() !== "") work.mutate({ match: match.id, why });
        }}
      >
        <p>
          The payment of {exactMoney(match.amount_minor, currency)} by {match.account_name} is corrected to nothing and
          stays in its history. The booking is to be matched again.
        </p>
        <TextField
          label="Why"
          marked
          size="compact"
          maxLength={200}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
        />
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </form>
    </FormDialog>
  );
}
