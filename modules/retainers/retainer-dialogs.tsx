// Start, pause, resume, end, another price: each says beforehand what it does to the periods.
import { useState } from "react";
import { useNavigate } from "react-router";
import { formatMoney, parseMoney, typedMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { FieldError, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { type RetainerRecord, useDiscardRetainer, useRetainerChange } from "./retainers-data.ts";

export type Doing = "start" | "discard" | "pause" | "resume" | "end" | "price";

const words: Record<Doing, { title: string; confirm: string; text: string }> = {
  start: {
    title: "Start this retainer?",
    confirm: "Start",
    text: "Periods are counted and billed from this day on. Where several are due already all of them become drafts, and only the newest is issued, if invoices are issued by themselves.",
  },
  discard: { title: "Throw this draft away?", confirm: "Throw away", text: "Nothing was billed of it." },
  pause: {
    title: "Pause",
    confirm: "Pause",
    text: "Whole periods within the pause are skipped. One that was invoiced already goes off the next invoice. Without a last day it lasts until it is resumed.",
  },
  resume: { title: "Resume", confirm: "Resume", text: "From this day on periods are billed again." },
  end: {
    title: "End this retainer?",
    confirm: "End it",
    text: "The last period is billed for its days. If it was invoiced already, a credit note is offered.",
  },
  price: {
    title: "Another price",
    confirm: "Save",
    text: "From a day inside a period each price has its days. Periods that were billed keep theirs.",
  },
};

export function RetainerDialog({
  does,
  record,
  onClose,
}: {
  does: Doing;
  record: RetainerRecord;
  onClose: () => void;
}) {
  const save = useRetainerChange();
  const navigate = useNavigate();
  const discard = useDiscardRetainer(() => void navigate("/admin/retainers", { replace: true }));
  const { id, currency } = record;
  const last = record.prices.at(-1);
  const [from, setFrom] = useState(
    does === "start" ? record.starts_on : does === "price" || does === "pause" ? (record.plan[0]?.starts_on ?? "") : "",
  );
  const [to, setTo] = useState("");
  const [why, setWhy] = useState("");
  const [amounts, setAmounts] = useState(() => last?.lines.map((line) => typedMoney(line.unit_minor, currency)) ?? []);
  const minors = amounts.map((text) => parseMoney(text, currency));
  const run = () => {
    if (does === "discard") return discard.mutate(id);
    const asked =
      does === "start"
        ? ({ does, record, from } as const)
        : does === "pause"
          ? ({ does, id, from, to, why } as const)
          : does === "resume"
            ? ({ does, id, from } as const)
            : does === "end"
              ? ({ does, id, on: from } as const)
              : ({
                  does,
                  id,
                  from,
                  lines: last?.lines.map((line, at) => ({ ...line, unit_minor: minors[at] ?? line.unit_minor })) ?? [],
                } as const);
    save.mutate(asked, { onSuccess: onClose });
  };
  const { title, confirm, text } = words[does];
  return (
    <FormDialog
      narrow
      title={title}
      busy={save.isPending || discard.isPending}
      onClose={onClose}
      confirm={confirm}
      danger={does === "end" || does === "discard"}
      blocked={(does !== "discard" && from === "") || (does === "price" && minors.includes(null))}
      onConfirm={run}
    >
      <div className="grid gap-4">
        <p className="text-muted">{text}</p>
        {does !== "discard" && (
          <DayField
            label={does === "end" ? "Last day" : does === "start" ? "First day" : "From"}
            value={from}
            onChange={setFrom}
          />
        )}
        {does === "pause" && (
          <>
            <DayField label="To, if it is known" value={to} onChange={setTo} />
            <TextField
              label="Why"
              size="compact"
              maxLength={500}
              value={why}
              onChange={(event) => setWhy(event.target.value)}
            />
          </>
        )}
        {does === "price" &&
          last?.lines.map((line, at) => (
            <TextField
              // Lines have no name of their own, and their order does not change here.
              // eslint-disable-next-line react/no-array-index-key
              key={at}
              label={`${line.title}, net`}
              size="compact"
              inputMode="decimal"
              hint={`Now ${formatMoney(line.unit_minor, currency)}`}
              value={amounts[at]}
              error={minors[at] === null ? `An amount in ${currency}.` : undefined}
              onChange={(event) => setAmounts(amounts.with(at, event.target.value))}
            />
          ))}
        {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
        {discard.isError && <FieldError>{messageOf(discard.error)}</FieldError>}
      </div>
    </FormDialog>
  );
}
