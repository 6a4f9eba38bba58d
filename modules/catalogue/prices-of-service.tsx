// The prices of a service, by currency and day: the one of today, earlier ones, and those that are still to come.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatLongDay } from "#domain/days.ts";
import type { PanelProps } from "#domain/module.ts";
import { formatMoney, offeredCurrencies, parseMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { officeQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { pricesQuery, setPrice, setTaxClass, taxClassesQuery } from "./catalogue-data.ts";

export default function PricesOfService({ record: { id } }: PanelProps) {
  const client = useQueryClient();
  const query = useQuery(pricesQuery(id));
  const [adding, setAdding] = useState(false);
  const mayEdit = may("catalogue", "edit");
  const remove = useMutation({
    mutationFn: ({ currency, from_on: day }: { currency: string; from_on: string }) =>
      setPrice(id, currency, day, null),
    onSuccess: () => client.invalidateQueries({ queryKey: ["records", "services"] }),
    onError: (error) => toast({ title: "The price is still there", text: messageOf(error), tone: "danger" }),
  });
  return (
    <RecordPanel
      title="Prices"
      query={query}
      count={query.data?.prices.length}
      empty="No price yet. A line of this service asks for one."
      actions={
        mayEdit && (
          <Button variant="line" size="compact" icon="plus" onClick={() => setAdding(true)}>
            Price
          </Button>
        )
      }
      rows={query.data?.prices.map((price) => (
        <div key={`${price.currency} ${price.from_on}`} className="flex items-center justify-between gap-4 px-4 py-2">
          <span>
            <b className="font-semibold">{formatMoney(price.unit_minor, price.currency)}</b>{" "}
            <span className="text-muted">
              {price.currency}, from {formatLongDay(price.from_on)}
              {price.by && `, ${price.by}`}
            </span>{" "}
            {price.is_now && <StatusBadge status="Live">Today</StatusBadge>}
          </span>
          {mayEdit && (
            <IconButton
              name="trash"
              label={`Remove ${formatMoney(price.unit_minor, price.currency)} from ${formatLongDay(price.from_on)}`}
              size="compact"
              disabled={remove.isPending}
              onClick={() => remove.mutate(price)}
            />
          )}
        </div>
      ))}
    >
      {query.data && <TaxClass service={id} chosen={query.data.tax_class_id} mayEdit={mayEdit} />}
      {query.data && query.data.used > 0 && (
        <p className="border-t border-line px-4 py-2 text-caption text-muted">
          In {countOf(query.data.used, "line")} of proposals, each with the price it took.
        </p>
      )}
      {adding && <AddPrice service={id} onClose={() => setAdding(false)} />}
    </RecordPanel>
  );
}

function TaxClass({ service, chosen, mayEdit }: { service: string; chosen: string | null; mayEdit: boolean }) {
  const client = useQueryClient();
  const classes = useQuery(taxClassesQuery);
  const save = useMutation({
    mutationFn: (taxClass: string) => setTaxClass(service, taxClass || null),
    onSettled: () => client.invalidateQueries({ queryKey: ["records", "services"] }),
  });
  if (!classes.data || classes.data.length < 2) return null;
  return (
    <div className="border-t border-line p-4">
      <SelectField
        label="Taxes"
        size="compact"
        disabled={!mayEdit || save.isPending}
        value={chosen ?? ""}
        onChange={(event) => save.mutate(event.target.value)}
        error={save.isError ? messageOf(save.error) : undefined}
      >
        <option value="">As usual</option>
        {classes.data.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function AddPrice({ service, onClose }: { service: string; onClose: () => void }) {
  const client = useQueryClient();
  const office = useQuery(officeQuery).data;
  const [currency, setCurrency] = useState<string | null>(null);
  const [amount, setAmount] = useState("");
  const [day, setDay] = useState("");
  const code = currency ?? office?.currency ?? "USD";
  const minor = parseMoney(amount, code);
  const save = useMutation({
    mutationFn: () => setPrice(service, code, day, minor),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["records"] });
      onClose();
    },
  });
  return (
    <FormDialog
      narrow
      title="New price"
      busy={save.isPending}
      onClose={onClose}
      confirm="Save"
      blocked={minor === null || day === ""}
      onConfirm={() => save.mutate()}
    >
      <div className="grid gap-4">
        <SelectField label="Currency" size="compact" value={code} onChange={(event) => setCurrency(event.target.value)}>
          {[...new Set([code, ...offeredCurrencies])].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
        <TextField
          label="Net, for one unit"
          size="compact"
          inputMode="decimal"
          value={amount}
          error={amount !== "" && minor === null ? `An amount in ${code}.` : undefined}
          onChange={(event) => setAmount(event.target.value)}
        />
        <DayField label="From" value={day} onChange={setDay} hint="Lines that are there already keep their price." />
        {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
      </div>
    </FormDialog>
  );
}
