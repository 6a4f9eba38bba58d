// What other currencies are worth in the office's. Open deals follow a new rate; closed ones keep theirs.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { officeQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { inputClass } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { useDealSettings } from "./deal-settings-data.ts";
import { currenciesQuery } from "../deals-data.ts";
import { SavedInput } from "./saved-input.tsx";

const isRate = (text: string) => text === "" || (/^\d{1,9}(\.\d{1,10})?$/.test(text) && Number(text) > 0);

export function RateSettings() {
  const currencies = useQuery(currenciesQuery);
  const own = useQuery(officeQuery).data?.currency;
  const save = useDealSettings("Rate saved");
  const [added, setAdded] = useState<string[]>([]);
  const others = currencies.data?.filter(({ code }) => code !== own) ?? [];
  const shown = others.filter(({ code, rate }) => rate !== null || added.includes(code));
  const hidden = others.filter((each) => !shown.includes(each));
  return (
    <section aria-label="Currencies" className={panelClass}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">Currencies</h2>
        <p className="text-caption text-muted">
          Sums are in {own ?? "the office’s currency"}. A deal in another currency counts by its rate: open deals follow
          a new one, closed deals keep the rate they were closed with.
        </p>
      </header>
      {currencies.isPending && <LoadingRows rows={3} />}
      {currencies.isError && (
        <p role="alert" className="px-4 py-3 text-danger">
          Failed to load the currencies. {messageOf(currencies.error)}
        </p>
      )}
      {currencies.data && shown.length === 0 && <p className="px-4 py-3 text-muted">No other currency has a rate.</p>}
      <ul>
        {shown.map(({ code, rate }) => (
          <li key={code} className="flex items-center gap-2 border-b border-line px-4 py-1.5">
            <span className="w-20 whitespace-nowrap">1 {code} =</span>
            <span className="w-36">
              <SavedInput
                numeric
                label={`What 1 ${code} is in ${own}`}
                value={rate === null ? "" : String(rate)}
                check={isRate}
                onSave={(text) => save.mutate({ what: "set rate", code, rate: text === "" ? null : Number(text) })}
              />
            </span>
            {own}
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <AddCurrency codes={hidden.map(({ code }) => code)} onAdd={(code) => setAdded([...added, code])} />
      )}
    </section>
  );
}

function AddCurrency({ codes, onAdd }: { codes: readonly string[]; onAdd: (code: string) => void }) {
  const [code, setCode] = useState("");
  const chosen = codes.includes(code) ? code : (codes[0] ?? "");
  return (
    <div className="flex flex-wrap gap-2 px-4 py-3">
      <select
        aria-label="Currency"
        value={chosen}
        onChange={(event) => setCode(event.target.value)}
        className={`${inputClass("compact")} w-28!`}
      >
        {codes.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <Button variant="line" size="compact" icon="plus" onClick={() => onAdd(chosen)}>
        Set a rate
      </Button>
    </div>
  );
}
