// Settings, Exchange rates: files of the European Central Bank, entries by hand, and whether the server asks each night.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#domain/days.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { overviewSchema, type RateOverview, sendRates } from "./rates-data.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, callJson } from "#app/lib/typed-answers.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { currenciesQuery, useInvoiceWork } from "../invoices-data.ts";
import { SettingsPanel } from "./settings-panel.tsx";

const overviewQuery = {
  queryKey: ["invoices", "rates"],
  queryFn: ({ signal }: { signal: AbortSignal }) => callJson("rate_overview", {}, overviewSchema, signal),
};

export default function RateSettings() {
  const overview = useQuery(overviewQuery);
  if (overview.isPending) return <LoadingRows rows={5} />;
  if (overview.isError)
    return (
      <p role="alert" className="text-danger">
        Failed to load the rates. {messageOf(overview.error)}
      </p>
    );
  const { data } = overview;
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <SettingsPanel
        title="Newest rates"
        note="What one euro is in each currency. A document keeps the rate of its day; later rates change nothing."
      >
        {data.rows.length === 0 && (
          <p className="px-4 py-3 text-muted">No rate yet. Upload a file of the European Central Bank, or enter one.</p>
        )}
        {data.rows.length > 0 && (
          <table aria-label="Newest rates" className="w-full text-caption">
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.currency} className="border-b border-line last:border-0">
                  <th scope="row" className="px-4 py-2 text-left font-semibold">
                    {row.currency}
                  </th>
                  <td className="px-2 py-2 text-right">{row.per_eur}</td>
                  <td className="px-2 py-2 text-muted">{formatDay(row.day)}</td>
                  <td className="px-4 py-2 text-muted">
                    {row.source === "ecb" ? "European Central Bank" : `by hand: ${row.reason}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </SettingsPanel>
      <div className="grid gap-5">
        <SettingsPanel
          title="From the European Central Bank"
          note="The daily file or the whole history, XML or CSV. The same file twice adds nothing."
        >
          <Upload />
          <Nightly overview={data} />
        </SettingsPanel>
        <SettingsPanel title="By hand" note={`What one unit is in ${data.office}, with where it is from.`}>
          <ByHand office={data.office} />
        </SettingsPanel>
      </div>
    </div>
  );
}

function Upload() {
  const work = useInvoiceWork(sendRates, null);
  const { data } = work;
  return (
    <div className="grid gap-3 p-4">
      <label className="grid gap-1 text-caption font-semibold">
        File with rates
        <input
          type="file"
          accept=".xml,.csv,text/csv,text/xml"
          disabled={work.isPending}
          className="text-ui font-normal"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) work.mutate(file);
            event.target.value = "";
          }}
        />
      </label>
      {work.isPending && <p className="text-muted">Reading the file...</p>}
      {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      {data && (
        <output>
          {data.added} added, {data.known} known already
          {data.changed.length > 0 && `, ${data.changed.length} with another value, which were not taken`}.
        </output>
      )}
      {data && data.changed.length > 0 && (
        <ul className="text-caption text-muted">
          {data.changed.slice(0, 20).map((each) => (
            <li key={`${each.currency} ${each.day}`}>
              {each.currency}, {formatDay(each.day)}: kept {each.kept}, the file says {each.file}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Nightly({ overview }: { overview: RateOverview }) {
  const save = useInvoiceWork(
    async (fetches: boolean) =>
      unwrap(await supabase().from("rate_settings").update({ fetches }).eq("id", true).select("id")),
    "Saved",
  );
  return (
    <div className="grid gap-2 border-t border-line p-4">
      <Checkbox
        label="Ask the bank's server each night"
        checked={overview.fetches}
        disabled={save.isPending}
        onChange={(event) => save.mutate(event.target.checked)}
      />
      <p className="text-caption text-muted">
        {overview.fetched_on ? `Last read on ${formatDay(overview.fetched_on)}.` : "Not read by itself yet."} Nothing is
        asked in the safe mode.
      </p>
      {overview.trouble && <p className="text-caption text-danger">{overview.trouble}</p>}
      {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
    </div>
  );
}

function ByHand({ office }: { office: string }) {
  const currencies = (useQuery(currenciesQuery).data ?? []).filter((code) => code !== office);
  const [day, setDay] = useState("");
  const [sure, setSure] = useState(false);
  const save = useInvoiceWork(
    (form: FormData) =>
      call("enter_rate", {
        of_currency: String(form.get("currency")),
        on_day: day,
        rate: Number(form.get("rate")),
        reason: String(form.get("reason")),
        sure,
      }),
    "Rate entered",
    () => setSure(false),
  );
  return (
    <form
      className="grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(new FormData(event.currentTarget));
      }}
    >
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <SelectField name="currency" label="Currency" size="compact">
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
        <DayField label="Day" value={day} onChange={setDay} />
        <TextField name="rate" label={`In ${office}`} type="number" min={0} step="any" required size="compact" />
        <TextField name="reason" label="Where it is from" required size="compact" maxLength={300} />
      </div>
      {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
      {save.isError && messageOf(save.error).includes("ten times") && (
        <Checkbox label="Yes, the rate is right" checked={sure} onChange={(event) => setSure(event.target.checked)} />
      )}
      <Button type="submit" size="compact" disabled={save.isPending || day === ""} className="justify-self-start">
        Enter the rate
      </Button>
    </form>
  );
}
