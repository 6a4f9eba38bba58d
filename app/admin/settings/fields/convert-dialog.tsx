// Another kind for a field: says first what would not convert.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { offeredCurrencies } from "#domain/money.ts";
import type { TableName } from "#domain/table-name.ts";
import { countOf, formatNumber } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { csvLine } from "#domain/csv-text.ts";
import { exportFile } from "#app/records/csv/save-file.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import type { OwnField, OwnKind } from "#app/records/own-fields.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { Refused } from "../panel.tsx";
import {
  type Conversion,
  conversionQuery,
  hasChoices,
  kinds,
  kindWords,
  type Settings,
  useChangeFields,
  useExtendable,
} from "./fields-data.ts";

export function ConvertDialog({ field, onClose }: { field: OwnField; onClose: () => void }) {
  const [kind, setKind] = useState<OwnKind>(() => kinds.find((each) => each !== field.kind) ?? "text");
  const [currency, setCurrency] = useState(field.currency ?? "USD");
  const [target, setTarget] = useState<TableName>(field.target ?? field.entity);
  const settings: Settings = { ...(kind === "money" && { currency }), ...(kind === "record" && { target }) };
  const found = useQuery(conversionQuery(field, kind, settings));
  const change = useChangeFields();
  const extendable = useExtendable();
  const submit = () =>
    change.mutate(
      { act: "convert", field: field.id, kind, settings },
      {
        onSuccess: () => {
          toast({ title: `The kind of ${field.label} is ${kindWords[kind]} now` });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      busy={change.isPending}
      title={`Change the kind of ${field.label}`}
      confirm={change.isPending ? "Changing..." : "Change the kind"}
      danger={(found.data?.fails ?? 0) > 0}
      blocked={!found.data || found.isFetching}
      onConfirm={submit}
    >
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={`New kind, now ${kindWords[field.kind].toLowerCase()}`}
            size="compact"
            value={kind}
            onChange={(event) => setKind(kinds.find((each) => each === event.target.value) ?? kind)}
          >
            {kinds
              .filter((each) => each !== field.kind)
              .map((each) => (
                <option key={each} value={each}>
                  {kindWords[each]}
                </option>
              ))}
          </SelectField>
          {kind === "money" && (
            <SelectField
              label="Currency"
              size="compact"
              value={currency}
              onChange={(event) => setCurrency(event.target.value)}
            >
              {offeredCurrencies.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </SelectField>
          )}
          {kind === "record" && (
            <SelectField
              label="Which kind of record"
              size="compact"
              value={target}
              onChange={(event) =>
                setTarget(extendable.find(({ table }) => table === event.target.value)?.table ?? target)
              }
            >
              {extendable.map(({ table, name }) => (
                <option key={table} value={table}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        {found.isPending && <LoadingRows rows={2} />}
        {found.isError && <Refused>{messageOf(found.error)}</Refused>}
        {found.data && <Found field={field} kind={kind} found={found.data} />}
        {change.error && <Refused>{messageOf(change.error)}</Refused>}
      </div>
    </FormDialog>
  );
}

function Found({ field, kind, found }: { field: OwnField; kind: OwnKind; found: Conversion }) {
  const { converts, fails, rows, choices } = found;
  const save = () =>
    void exportFile("crm", `${field.key}-not-converted.csv`, [
      csvLine(["Record", field.label, "Id"]),
      ...rows.map(({ id, title, value }) => csvLine([title, value, id])),
    ]);
  return (
    <div className="grid gap-3">
      <output>
        {converts + fails === 0
          ? "No record has a value yet."
          : fails === 0
            ? `${countOf(converts, "value converts", "values convert")}. Nothing is lost.`
            : `${countOf(converts, "value converts", "values convert")}. ${countOf(fails, "value does", "values do")} not, and will be empty.`}
      </output>
      {hasChoices(kind) && choices.length > 0 && (
        <p className="text-caption text-muted">Choices: {choices.join(", ")}</p>
      )}
      {fails > 0 && (
        <>
          <div className="max-h-60 overflow-auto rounded-1 border border-line">
            <table className="w-full border-collapse text-left text-caption">
              <thead>
                <tr className="*:px-2.5 *:py-1.5 *:font-[560] *:text-muted">
                  <th scope="col">Record</th>
                  <th scope="col">{field.label}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ id, title, value }) => (
                  <tr key={id} className="border-t border-line *:px-2.5 *:py-1.5 *:align-top *:wrap-anywhere">
                    <td>{title}</td>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <span className="flex flex-wrap items-center gap-3">
            <Button variant="line" size="compact" icon="download" onClick={save}>
              Save this list
            </Button>
            {fails > rows.length && (
              <span className="text-caption text-muted">
                The first {formatNumber(rows.length)} of {formatNumber(fails)}
              </span>
            )}
          </span>
        </>
      )}
    </div>
  );
}
