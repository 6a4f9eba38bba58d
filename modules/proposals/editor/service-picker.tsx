// A line from the catalogue, and what the catalogue says today of a line that came from it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useRecordsContext } from "#app/records/records-context.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { inputClass } from "#app/ui/field.tsx";
import { formatLongDay } from "#domain/days.ts";
import { formatMoney, parseMoney, typedMoney } from "#domain/money.ts";
import type { ItemValues } from "./draft-values-data.ts";
import { type OfferedService, offeredServicesQuery } from "./services-data.ts";

export function ServicePicker({
  disabled,
  ...props
}: {
  currency: string;
  accountId: string;
  disabled: boolean;
  onPick: (service: OfferedService) => void;
}) {
  const isLive = useRecordsContext().isOn("catalogue");
  const [open, setOpen] = useState(false);
  if (!isLive) return null;
  return (
    <>
      <Button variant="line" size="compact" icon="stack" disabled={disabled} onClick={() => setOpen(true)}>
        From the catalogue
      </Button>
      {open && <Picker {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Picker({
  currency,
  accountId,
  onPick,
  onClose,
}: {
  currency: string;
  accountId: string;
  onPick: (service: OfferedService) => void;
  onClose: () => void;
}) {
  const services = useQuery(offeredServicesQuery(currency, accountId));
  const [term, setTerm] = useState("");
  const wanted = term.trim().toLowerCase();
  const found = services.data?.filter(({ name, code, service_line: line }) =>
    `${name} ${code} ${line ?? ""}`.toLowerCase().includes(wanted),
  );
  return (
    <Dialog open title="From the catalogue" onClose={onClose}>
      <input
        type="search"
        aria-label="Find a service"
        placeholder="Name, code or service line"
        className={inputClass("compact")}
        value={term}
        onChange={(event) => setTerm(event.target.value)}
        data-autofocus=""
      />
      <div className="mt-3 max-h-96 overflow-y-auto">
        {services.isPending && <LoadingRows />}
        {services.isError && (
          <FailedRow what="services" why={messageOf(services.error)} onRetry={() => void services.refetch()} />
        )}
        {found?.length === 0 && (
          <p className="py-3 text-muted">{term ? "No service matches." : "The catalogue has no services yet."}</p>
        )}
        <ul>
          {found?.map((service) => (
            <li key={service.id} className="border-b border-line last:border-0">
              <button
                type="button"
                className="flex min-h-11 w-full cursor-pointer items-baseline justify-between gap-4 px-1 py-2 text-left hover:bg-shade"
                onClick={() => {
                  onPick(service);
                  onClose();
                }}
              >
                <span className="min-w-0">
                  <span dir="auto" className="font-semibold wrap-anywhere">
                    {service.name}
                  </span>
                  <span className="block text-caption text-muted">
                    {[service.code, service.service_line].filter(Boolean).join(", ")}
                  </span>
                </span>
                <span className="shrink-0 text-right">
                  {service.unit_minor === null ? (
                    <span className="text-muted">No {currency} price</span>
                  ) : (
                    formatMoney(service.unit_minor, currency)
                  )}
                  {service.unit && <span className="block text-caption text-muted">per {service.unit}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** "Catalogue: $1,200 since Nov 1", where the line has another price; one press takes it. */
export function CataloguePrice({
  item,
  offered,
  currency,
  name,
  onTake,
}: {
  item: ItemValues;
  offered: OfferedService;
  currency: string;
  name: string;
  onTake: (changes: Partial<ItemValues>) => void;
}) {
  const { unit_minor: minor, from_on: from } = offered;
  if (minor === null)
    return item.price.trim() === "" ? (
      <p className="text-caption text-danger">
        The catalogue has no price in {currency}
        {offered.other_currencies.length > 0 && `, only in ${offered.other_currencies.join(", ")}`}: type one. Nothing
        is converted.
      </p>
    ) : null;
  if (parseMoney(item.price, currency) === minor) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-caption text-muted">
      <span>
        Catalogue: {formatMoney(minor, currency)}
        {from && ` since ${formatLongDay(from)}`}
      </span>
      <button
        type="button"
        className="min-h-8 cursor-pointer font-semibold text-ink underline underline-offset-3"
        aria-label={`Take the catalogue's price for ${name}`}
        onClick={() => onTake({ price: typedMoney(minor, currency) })}
      >
        Take it
      </button>
    </p>
  );
}
