// The lines of a draft with the sums that the database has for them.
import { formatDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { TextArea, TextField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { type InvoiceDraft, percentOf, ratePcm } from "../invoice.ts";
import { emptyLine, type TypedLine } from "./typed-lines.ts";

export function DraftLines({
  draft,
  lines,
  fixed,
  stale,
  onChange,
}: {
  draft: InvoiceDraft;
  lines: readonly TypedLine[];
  fixed: boolean;
  /** Something was typed since the sums were worked out. */
  stale: boolean;
  onChange: (lines: TypedLine[]) => void;
}) {
  const change = (key: string, part: Partial<TypedLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const earlier = draft.all_lines.filter((line) => line.earlier_id);
  return (
    <section aria-label="Lines" className={panelClass}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">Lines</h2>
        <p className="text-caption text-muted">
          {draft.type === "credit"
            ? "What is taken back. To choose something else, throw this draft away."
            : draft.type === "deposit"
              ? "A part of what was agreed: its amounts were worked out, its words can be changed."
              : "Prices are net. A line without a tax takes the rule for this client; two taxes are written 5 + 9.975."}
        </p>
      </header>
      <ol className="grid gap-3 p-4">
        {lines.map((line, place) => {
          const input = (
            name: "quantity" | "unit" | "price" | "discount" | "tax",
            label: string,
            more: object = {},
          ) => (
            <TextField
              label={label}
              aria-label={`${label}, line ${place + 1}`}
              size="compact"
              autoComplete="off"
              value={line[name]}
              disabled={draft.type === "credit" || fixed}
              onChange={(event) => change(line.key, { [name]: event.target.value })}
              {...more}
            />
          );
          return (
            <li
              key={line.key}
              className="grid grid-cols-[4.5rem_5rem_minmax(0,1fr)_5rem_6.5rem_2rem] items-end gap-2 border-b border-line pb-3 last:border-0 last:pb-0 max-sm:grid-cols-2"
            >
              <div className="col-span-5 max-sm:col-span-2">
                {/* Its first line is the title, those below it are the description. */}
                <TextArea
                  label="What"
                  aria-label={`What, line ${place + 1}`}
                  size="compact"
                  rows={line.description.split("\n").length}
                  className="resize-none"
                  maxLength={2000}
                  value={line.description}
                  disabled={draft.type === "credit"}
                  onChange={(event) => change(line.key, { description: event.target.value })}
                />
              </div>
              {!fixed && lines.length > 1 ? (
                <IconButton
                  name="trash"
                  label={`Remove line ${place + 1}`}
                  size="compact"
                  className="mb-0.5"
                  onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
                />
              ) : (
                <span className="max-sm:hidden" />
              )}
              {input("quantity", "Quantity", { inputMode: "decimal" })}
              {input("unit", "Unit", { maxLength: 40 })}
              {input("price", `Price, ${draft.currency}`, { inputMode: "decimal" })}
              {input("discount", "Less %", { inputMode: "decimal" })}
              {input("tax", "Tax %")}
            </li>
          );
        })}
      </ol>
      {!fixed && (
        <p className="px-4 pb-4">
          <Button
            variant="line"
            size="compact"
            icon="plus"
            onClick={() => onChange([...lines, { ...emptyLine(), tax: lines.at(-1)?.tax ?? "" }])}
          >
            Add a line
          </Button>
        </p>
      )}
      {earlier.length > 0 && (
        <ul aria-label="Taken off" className="border-t border-line px-4 py-3">
          {earlier.map((line, place) => (
            <li key={`${line.earlier_id} ${place}`} className="flex justify-between gap-4 text-caption">
              <span>Already invoiced: {line.description?.replace(/\d{4}-\d{2}-\d{2}$/, formatDay)}</span>
              <span>{exactMoney(-line.unit_minor, draft.currency)}</span>
            </li>
          ))}
        </ul>
      )}
      <Sums draft={draft} stale={stale} />
    </section>
  );
}

function Sums({ draft: { totals, currency }, stale }: { draft: InvoiceDraft; stale: boolean }) {
  const money = (minor: number) => exactMoney(minor, currency);
  const rows: [string, string][] = [
    ...((totals.document_discount_minor ?? 0) === 0
      ? []
      : ([["Discount on the whole", money(-(totals.document_discount_minor ?? 0))]] as [string, string][])),
    ["Net", money(totals.net_minor)],
    ...totals.taxes.map(
      (tax) =>
        [`${tax.name || "Tax"} ${percentOf(ratePcm(tax))} on ${money(tax.base_minor)}`, money(tax.tax_minor)] as [
          string,
          string,
        ],
    ),
    ["Total", money(totals.total_minor)],
    ...((totals.withheld_minor ?? 0) === 0
      ? []
      : ([
          ["Withheld by the client", money(-(totals.withheld_minor ?? 0))],
          ["To be paid", money(totals.payable_minor ?? 0)],
        ] as [string, string][])),
  ];
  return (
    <div className="border-t border-line px-4 py-3">
      {stale && <p className="mb-1 text-caption text-dev">Of what was saved last. Save to see the new sums.</p>}
      <dl
        aria-label="Sums"
        className={`grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 last:*:font-semibold ${stale ? "text-muted" : ""}`}
      >
        {rows.map(([term, value]) => (
          <div key={term} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{term}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
