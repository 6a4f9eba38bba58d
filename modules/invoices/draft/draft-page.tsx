// A draft: its fields, lines and sums beside the PDF as it would be issued. Saved by a press; a stale one is told, and nothing typed is lost.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { exactMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { UnsavedGuard } from "#app/records/dialog/unsaved-guard.tsx";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, FieldError, SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { type InvoiceDraft, languages } from "../invoice.ts";
import { types } from "../invoice-words.ts";
import { recordQuery, saveDraft, useInvoiceWork } from "../invoices-data.ts";
import { DraftLines } from "./draft-lines.tsx";
import { Instalments, instalmentsOf, type TypedInstalment, typedInstalments } from "./instalments.tsx";
import { type TypedLine, typedLines, linesOf } from "./typed-lines.ts";
import { Paper } from "./paper.tsx";

export function DraftPage({ draft }: { draft: InvoiceDraft }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [fields, setFields] = useState(() => typed(draft));
  const [lines, setLines] = useState<TypedLine[]>(() => typedLines(draft));
  const [parts, setParts] = useState<TypedInstalment[]>(() => typedInstalments(draft));
  const [complaint, setComplaint] = useState<string | null>(null);
  const [issuing, setIssuing] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [dirty, setDirty] = useState(false);
  const isGone = useRef(false);
  const set = (part: Partial<typeof fields>) => {
    setFields((all) => ({ ...all, ...part }));
    setDirty(true);
  };
  const save = useInvoiceWork(saveDraft, "Draft saved", () => setDirty(false));
  const discard = useInvoiceWork(
    () => call("delete_invoice_draft", { draft: draft.id }),
    "Draft thrown away",
    () => {
      isGone.current = true;
      void navigate("/admin/invoices?tab=drafts");
    },
  );
  const fixed = draft.type === "credit" || draft.type === "deposit";
  const keep = async (): Promise<boolean> => {
    setComplaint(null);
    const read = linesOf(lines, draft.currency);
    if ("problem" in read) {
      setComplaint(read.problem);
      return false;
    }
    const instalments = instalmentsOf(parts, draft.currency);
    if ("problem" in instalments) {
      setComplaint(instalments.problem);
      return false;
    }
    const changes = {
      ...fields,
      ...instalments,
      supply_from: fields.supply_from || null,
      supply_to: fields.supply_to || null,
      due_on: fields.due_on || null,
      ...(draft.type !== "credit" && { lines: read.lines }),
    };
    return save.mutateAsync({ draft: draft.id, changes, seen: draft.updated_at }).then(
      () => true,
      () => false,
    );
  };
  const isStale = save.isError && messageOf(save.error).includes("meanwhile");
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="text-caption text-muted">
            <Link to="/admin/invoices?tab=drafts" className="underline">
              Drafts
            </Link>
          </p>
          <h1 className="serif -mb-1 pb-1 text-[1.75rem] leading-[1.15] tracking-[-0.018em]" dir="auto">
            {types[draft.type]}: {draft.title}
          </h1>
          <p className="mt-0.5 min-h-5 text-muted" dir="auto">
            <Link to={`/admin/crm/accounts/${draft.account_id}`} className="hover:underline">
              {draft.account_name}
            </Link>
            {draft.proposal_number && `, ${draft.proposal_number}`}
            {draft.corrects && `, corrects ${draft.corrects}`}. No number yet.
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:min-h-11 max-sm:*:grow">
          {may("invoices", "delete") && (
            <Button
              variant="line"
              size="compact"
              icon="trash"
              disabled={discard.isPending}
              onClick={() => setDiscarding(true)}
            >
              Throw away
            </Button>
          )}
          {may("invoices", "edit") && (
            <Button variant="line" size="compact" disabled={save.isPending} onClick={() => void keep()}>
              {save.isPending ? "Saving..." : "Save"}
            </Button>
          )}
          {may("invoices", "money") && (
            <Button
              size="compact"
              onClick={async () => {
                if (!dirty || (await keep())) setIssuing(true);
              }}
            >
              Issue
            </Button>
          )}
        </div>
      </div>
      {draft.missing.length > 0 && <Missing missing={draft.missing} />}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="grid gap-5">
          <section aria-label="Invoice" className={panelClass}>
            <div className="grid gap-4 p-4">
              <TextField
                label="What for"
                size="compact"
                maxLength={200}
                value={fields.title}
                onChange={(event) => set({ title: event.target.value })}
              />
              <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
                <DayField
                  label="Supplied from"
                  value={fields.supply_from}
                  onChange={(day) => set({ supply_from: day })}
                />
                <DayField
                  label="Supplied until"
                  value={fields.supply_to}
                  onChange={(day) => set({ supply_to: day })}
                  hint="Empty for one day"
                />
                {draft.type !== "credit" && parts.length === 0 && (
                  <DayField
                    label="Due"
                    value={fields.due_on}
                    onChange={(day) => set({ due_on: day })}
                    hint={fields.due_on ? undefined : `${draft.terms_days} days after it is issued`}
                  />
                )}
                <SelectField
                  label="Language"
                  size="compact"
                  value={fields.language}
                  onChange={(event) => set({ language: event.target.value })}
                >
                  {Object.entries(languages).map(([code, name]) => (
                    <option key={code} value={code}>
                      {name}
                    </option>
                  ))}
                </SelectField>
                <TextField
                  label="The client's reference"
                  size="compact"
                  maxLength={100}
                  value={fields.buyer_reference}
                  onChange={(event) => set({ buyer_reference: event.target.value })}
                />
              </div>
              {draft.type === "credit" ? (
                <TextField
                  label="Why it is credited"
                  marked
                  size="compact"
                  maxLength={500}
                  value={fields.reason}
                  onChange={(event) => set({ reason: event.target.value })}
                />
              ) : (
                <TextArea
                  label="Words below the sums"
                  size="compact"
                  rows={2}
                  maxLength={2000}
                  value={fields.note}
                  onChange={(event) => set({ note: event.target.value })}
                />
              )}
            </div>
          </section>
          <DraftLines
            draft={draft}
            lines={lines}
            fixed={fixed}
            stale={dirty}
            onChange={(next) => {
              setLines(next);
              setComplaint(null);
              setDirty(true);
            }}
          />
          {draft.type !== "credit" && (
            <Instalments
              draft={draft}
              parts={parts}
              onChange={(next) => {
                setParts(next);
                setComplaint(null);
                setDirty(true);
              }}
            />
          )}
          {complaint && <FieldError>{complaint}</FieldError>}
          {save.isError && (
            <div
              role="alert"
              className="flex flex-wrap items-center gap-3 rounded-1 bg-danger-bg px-4 py-2.5 text-danger"
            >
              <span className="min-w-0 grow">{messageOf(save.error)}</span>
              {isStale && (
                <Button
                  variant="line"
                  size="compact"
                  onClick={async () => {
                    const fresh = await queries.fetchQuery({ ...recordQuery(draft.id), staleTime: 0 });
                    if (fresh.is_draft) {
                      setFields(typed(fresh));
                      setLines(typedLines(fresh));
                      setParts(typedInstalments(fresh));
                      setDirty(false);
                      save.reset();
                    }
                  }}
                >
                  Show theirs
                </Button>
              )}
            </div>
          )}
        </div>
        <Paper
          id={draft.id}
          version={draft.updated_at}
          label="The invoice as it would be issued"
          note={dirty ? "Save to see what you changed." : undefined}
        />
      </div>
      {issuing && <IssueDialog draft={draft} onClose={() => setIssuing(false)} />}
      {discarding && (
        <FormDialog
          narrow
          title="Throw this draft away?"
          keep="Keep it"
          confirm="Throw away"
          danger
          autofocus="keep"
          busy={discard.isPending}
          onClose={() => setDiscarding(false)}
          onConfirm={() => discard.mutate(undefined)}
        >
          <p>It has no number, so it leaves no gap. It cannot be brought back.</p>
          {discard.isError && <FieldError>{messageOf(discard.error)}</FieldError>}
        </FormDialog>
      )}
      <UnsavedGuard unsaved={() => dirty && !isGone.current} onDiscard={() => {}} />
    </>
  );
}

const typed = (draft: InvoiceDraft) => ({
  title: draft.title,
  supply_from: draft.supply_from ?? "",
  supply_to: draft.supply_to ?? "",
  due_on: draft.due_on ?? "",
  language: draft.language,
  buyer_reference: draft.buyer_reference ?? "",
  note: draft.note ?? "",
  reason: draft.reason ?? "",
});

function Missing({ missing }: { missing: InvoiceDraft["missing"] }) {
  return (
    <section aria-label="What is missing" className="rounded-1 bg-dev-bg px-4 py-3 text-dev">
      <p className="flex gap-2.5 font-semibold">
        <Icon name="alert" className="mt-px shrink-0" />
        {countOf(missing.length, "thing")} missing before it can be issued
      </p>
      <ul className="mt-1 grid gap-1 pl-7.5">
        {missing.map(({ code, what, link }) => (
          <li key={`${code} ${what}`}>
            <Link to={link} className="underline underline-offset-3">
              {what}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function IssueDialog({ draft, onClose }: { draft: InvoiceDraft; onClose: () => void }) {
  const [sends, setSends] = useState(draft.type !== "credit" && draft.contact_id !== null && may("invoices", "send"));
  const work = useInvoiceWork(
    () => call("issue_invoice", { draft: draft.id, sends }),
    draft.type === "credit" ? "Credit note issued" : "Invoice issued",
    onClose,
  );
  const { totals, currency } = draft;
  return (
    <FormDialog
      narrow
      title={draft.type === "credit" ? "Issue the credit note" : "Issue the invoice"}
      confirm="Issue"
      busy={work.isPending}
      onClose={onClose}
      onConfirm={() => work.mutate(undefined)}
    >
      <div className="grid gap-4">
        <p>
          It gets the next number of its series and today’s date. After that it never changes: what is wrong is taken
          back by a credit note.
        </p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
          <dt className="text-muted">Net</dt>
          <dd className="text-right">{exactMoney(totals.net_minor, currency)}</dd>
          <dt className="text-muted">Tax</dt>
          <dd className="text-right">{exactMoney(totals.tax_minor, currency)}</dd>
          {(totals.withheld_minor ?? 0) !== 0 && (
            <>
              <dt className="text-muted">Withheld</dt>
              <dd className="text-right">{exactMoney(-(totals.withheld_minor ?? 0), currency)}</dd>
            </>
          )}
          <dt className="font-semibold">{draft.type === "credit" ? "Credited" : "To be paid"}</dt>
          <dd className="text-right font-semibold">
            {exactMoney(totals.payable_minor ?? totals.total_minor, currency)}
          </dd>
        </dl>
        {draft.type !== "credit" && draft.contact_id && may("invoices", "send") && (
          <Checkbox
            label={`Write to ${draft.contact_name ?? "the contact"} when its files are made: the mail holds the link to the page`}
            checked={sends}
            onChange={(event) => setSends(event.target.checked)}
          />
        )}
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </div>
    </FormDialog>
  );
}
