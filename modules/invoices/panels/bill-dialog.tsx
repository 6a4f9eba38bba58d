// Billing an accepted proposal: what was agreed, what is billed, what comes next, and the rest, with the sums before and after.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatDay } from "#domain/days.ts";
import { exactMoney, parseMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { type BillAsked, billPreviewQuery, type BillState, billStateQuery, useInvoiceWork } from "../invoices-data.ts";

export function BillDialog({ proposal, onClose }: { proposal: string; onClose: () => void }) {
  const navigate = useNavigate();
  const state = useQuery(billStateQuery(proposal));
  const [choice, setChoice] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const chosen = choice ?? (state.data ? firstChoice(state.data) : "rest");
  const asked = state.data ? askedOf(chosen, typed, state.data.currency) : null;
  const preview = useQuery(billPreviewQuery(proposal, asked));
  const work = useInvoiceWork(
    () => call("bill_proposal", { proposal, asked: { ...asked } as never }),
    null,
    (id) => {
      onClose();
      void navigate(`/admin/invoices/${id}`);
    },
  );
  const { data } = state;
  const money = (minor: number) => exactMoney(minor, data?.currency ?? "EUR");
  const sums = asked ? preview.data : undefined;
  return (
    <FormDialog
      title={data ? `Bill ${data.number}` : "Bill"}
      confirm="Write the draft"
      form="bill"
      busy={work.isPending}
      blocked={asked === null || !sums || sums.problem !== null || (data?.is_final ?? true)}
      onClose={onClose}
    >
      {state.isPending && <LoadingRows rows={3} />}
      {state.isError && <FieldError>{messageOf(state.error)}</FieldError>}
      {data && (
        <form
          id="bill"
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            work.mutate(undefined);
          }}
        >
          {data.billed.length > 0 && (
            <ul aria-label="Billed" className="grid gap-1">
              {data.billed.map((row) => (
                <li key={row.invoice_id} className="flex justify-between gap-4 text-caption">
                  <Link to={`/admin/invoices/${row.invoice_id}`} className="underline">
                    {row.number}
                  </Link>
                  <span className="text-muted">{formatDay(row.issued_on)}</span>
                  <span>{money(row.total_minor)}</span>
                </li>
              ))}
            </ul>
          )}
          {data.drafts.length > 0 && (
            <p className="rounded-1 bg-dev-bg px-3 py-2 text-dev">
              There is a draft already:{" "}
              {data.drafts.map((draft) => (
                <Link key={draft.id} to={`/admin/invoices/${draft.id}`} className="mr-2 underline">
                  {draft.title}
                </Link>
              ))}
            </p>
          )}
          {data.is_final ? (
            <p className="text-muted">All of it was billed.</p>
          ) : (
            <SelectField
              label="What is billed"
              size="compact"
              value={chosen}
              onChange={(event) => setChoice(event.target.value)}
            >
              {data.schedule
                .filter((step) => !step.rest)
                .map((step) => (
                  <option key={step.no} value={`step ${step.no}`} disabled={step.billed !== null}>
                    {step.label}, {money(step.gross_minor)}
                    {step.on ? `, ${formatDay(step.on)}` : ""}
                    {step.billed ? `, billed: ${step.billed}` : ""}
                  </option>
                ))}
              <option value="share">A share of the whole</option>
              <option value="amount">An amount</option>
              <option value="rest">The rest: the final invoice</option>
            </SelectField>
          )}
          {chosen === "share" && (
            <TextField
              label="Percent of the whole"
              size="compact"
              inputMode="decimal"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          {chosen === "amount" && (
            <TextField
              label={`Amount with tax, ${data.currency}`}
              size="compact"
              inputMode="decimal"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          <dl
            aria-label="Before and after"
            className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 rounded-1 bg-sunken px-4 py-3"
          >
            <dt className="text-muted">Agreed, with tax</dt>
            <dd className="text-right">{money(data.total_minor)}</dd>
            <dt className="text-muted">Billed before</dt>
            <dd className="text-right">{money(data.billed_minor)}</dd>
            {sums && !data.is_final && (
              <>
                <dt className="text-muted">
                  This invoice{sums.tax_minor === null ? "" : `, ${money(sums.tax_minor)} of it tax`}
                </dt>
                <dd className="text-right">{money(sums.this_minor)}</dd>
              </>
            )}
            <dt className="font-semibold">Left afterwards</dt>
            <dd className="text-right font-semibold">
              {money(sums && !data.is_final ? sums.rest_minor : data.total_minor - data.billed_minor)}
            </dd>
          </dl>
          {sums?.problem && <FieldError>{sums.problem}</FieldError>}
          {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
        </form>
      )}
    </FormDialog>
  );
}

const firstChoice = (state: BillState) => {
  const next = state.schedule.find((step) => !step.rest && step.billed === null);
  return next ? `step ${next.no}` : "rest";
};

function askedOf(choice: string, typed: string, currency: string): BillAsked | null {
  if (choice === "rest") return { kind: "rest" };
  if (choice.startsWith("step ")) return { kind: "schedule", no: Number(choice.slice(5)) };
  if (choice === "amount") {
    const minor = parseMoney(typed, currency);
    return minor ? { kind: "amount", gross_minor: minor } : null;
  }
  const match = /^(\d{1,3})(?:[.,](\d{1,3}))?\s*%?$/.exec(typed.trim());
  const pcm = match ? Number(match[1]) * 1000 + Number((match[2] ?? "").padEnd(3, "0")) : 0;
  return pcm > 0 ? { kind: "share", pcm } : null;
}
