// Taking back: all of it, lines, or an amount of a rate, with the sums before and after; and cancelling.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { exactMoney, parseMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call, callJson } from "#app/lib/typed-answers.ts";
import { Checkbox, FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { percentOf, ratePcm } from "../invoice.ts";
import {
  cancelledSchema,
  type CreditAsked,
  creditPreviewQuery,
  type IssuedInvoice,
  useInvoiceWork,
} from "../invoices-data.ts";

interface Parts {
  bill: IssuedInvoice;
  onClose: () => void;
  onMade: (id: string) => void;
}

export function CreditDialog({ bill, onClose, onMade }: Parts) {
  const [kind, setKind] = useState<CreditAsked["kind"]>("whole");
  const [positions, setPositions] = useState<number[]>([]);
  const [amounts, setAmounts] = useState<Record<number, string>>({});
  const [reason, setReason] = useState("");
  const read = bill.totals.taxes.map((tax, place) => {
    const text = amounts[place]?.trim() ?? "";
    return {
      category: tax.category ?? "S",
      name: tax.name,
      rate_pcm: ratePcm(tax),
      net_minor: text === "" ? 0 : parseMoney(text, bill.currency),
    };
  });
  const isWrong = read.some(({ net_minor: minor }) => minor === null);
  const asked: CreditAsked = {
    kind,
    reason,
    ...(kind === "lines" && { positions }),
    ...(kind === "amounts" && {
      amounts: read.flatMap(({ net_minor: minor, ...tax }) => (minor ? [{ ...tax, net_minor: minor }] : [])),
    }),
  };
  const preview = useQuery(creditPreviewQuery(bill.id, asked));
  const work = useInvoiceWork(
    () => call("new_credit_note", { invoice: bill.id, asked: { ...asked } as never }),
    null,
    (id) => {
      onClose();
      onMade(id);
    },
  );
  const money = (minor: number) => exactMoney(minor, bill.currency);
  const sums = preview.data;
  const blocked = reason.trim() === "" || isWrong || !sums || sums.problem !== null || sums.this_minor <= 0;
  return (
    <FormDialog
      title={`Credit ${bill.number}`}
      confirm="Write the credit note"
      form="credit"
      busy={work.isPending}
      blocked={blocked}
      onClose={onClose}
    >
      <form
        id="credit"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!blocked) work.mutate(undefined);
        }}
      >
        <SelectField
          label="What is taken back"
          size="compact"
          value={kind}
          onChange={(event) => setKind(event.target.value as CreditAsked["kind"])}
        >
          <option value="whole">All that is left of it</option>
          <option value="lines">Lines</option>
          <option value="amounts">An amount</option>
        </SelectField>
        {kind === "lines" && (
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-caption font-semibold">Lines</legend>
            {bill.lines.map((line, place) =>
              line.earlier_id ? null : (
                <Checkbox
                  key={`${place} ${line.description}`}
                  label={`${line.description ?? bill.title}, ${money(bill.totals.lines[place]?.net_minor ?? 0)} net`}
                  checked={positions.includes(place + 1)}
                  onChange={(event) =>
                    setPositions(
                      event.target.checked ? [...positions, place + 1] : positions.filter((each) => each !== place + 1),
                    )
                  }
                />
              ),
            )}
          </fieldset>
        )}
        {kind === "amounts" &&
          bill.totals.taxes.map((tax, place) => (
            <TextField
              key={`${tax.name} ${tax.bp}`}
              label={`Net at ${percentOf(ratePcm(tax))}, of ${money(tax.base_minor)}`}
              size="compact"
              inputMode="decimal"
              value={amounts[place] ?? ""}
              error={read[place]?.net_minor === null ? "An amount like 1,250.50" : undefined}
              onChange={(event) => setAmounts({ ...amounts, [place]: event.target.value })}
            />
          ))}
        <TextField
          label="Why"
          marked
          size="compact"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {sums && (
          <dl
            aria-label="Before and after"
            className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 rounded-1 bg-sunken px-4 py-3"
          >
            <dt className="text-muted">{bill.number}</dt>
            <dd className="text-right">{money(sums.total_minor)}</dd>
            {sums.credited_minor > 0 && (
              <>
                <dt className="text-muted">Credited before</dt>
                <dd className="text-right">{money(-sums.credited_minor)}</dd>
              </>
            )}
            <dt className="text-muted">This credit note</dt>
            <dd className="text-right">{money(-sums.this_minor)}</dd>
            <dt className="font-semibold">Left afterwards</dt>
            <dd className="text-right font-semibold">{money(sums.after_minor)}</dd>
          </dl>
        )}
        {sums?.problem && (kind === "whole" || positions.length > 0 || Object.values(amounts).some(Boolean)) && (
          <FieldError>{sums.problem}</FieldError>
        )}
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </form>
    </FormDialog>
  );
}

export function CancelDialog({ bill, onClose, onMade }: Parts) {
  const [reason, setReason] = useState("");
  const [again, setAgain] = useState(false);
  const work = useInvoiceWork(
    () => callJson("cancel_invoice", { invoice: bill.id, reason, again }, cancelledSchema),
    `${bill.number} is taken back`,
    ({ credit, draft }) => {
      onClose();
      onMade(draft ?? credit);
    },
  );
  return (
    <FormDialog
      narrow
      title={`Cancel ${bill.number}`}
      keep="Keep it"
      confirm="Cancel the invoice"
      danger
      form="cancel"
      busy={work.isPending}
      blocked={reason.trim() === ""}
      onClose={onClose}
    >
      <form
        id="cancel"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          work.mutate(undefined);
        }}
      >
        <p className="text-muted">
          A credit note of {exactMoney(bill.total_minor - bill.standing.credited_minor, bill.currency)} is issued at
          once. What is asked for is cancelled; what was paid becomes credit. {bill.number} keeps its number.
        </p>
        <TextField
          label="Why"
          marked
          size="compact"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Checkbox
          label="Write it again as a draft, for instance for the right company"
          checked={again}
          onChange={(event) => setAgain(event.target.checked)}
        />
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </form>
    </FormDialog>
  );
}
