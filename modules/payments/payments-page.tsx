// What is asked for, by age, and every request with what has come in. The URL holds the state.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { isDay } from "#domain/days.ts";
import { site } from "#content/site.ts";
import { may } from "#app/lib/access.ts";
import { type ChangeAddress, useAddress } from "#app/records/list/use-address.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { AgeingPanel } from "./panels/ageing-panel.tsx";
import { exportRequests } from "./export-payments-data.ts";
import { NewRequestDialog } from "./requests/new-request-dialog.tsx";
import { buckets, type RequestState, stateNames, sumsOf } from "./payment.ts";
import { ageingQuery, type PaymentFilter, providerQuery } from "./payments-data.ts";
import { RequestList } from "./requests/request-list.tsx";
import { RequestDialogs, type OpenDialog } from "./requests/request-dialogs.tsx";
import { StatementPanel } from "./panels/statement-panel.tsx";
import { UnallocatedPanel } from "./panels/unallocated-panel.tsx";

function useView() {
  const { params, change: changeAddress } = useAddress();
  const state = params.get("state");
  const bucket = buckets.find(({ id }) => id === params.get("bucket"))?.id;
  const asOf = isDay(params.get("as_of") ?? "") ? params.get("as_of") : null;
  const account = params.get("account");
  const filter: PaymentFilter = {
    ...(asOf && { as_of: asOf }),
    ...(state !== null && state in stateNames && { state: state as RequestState }),
    ...(bucket && { bucket }),
    ...(params.get("currency") && { currency: params.get("currency")! }),
    ...(account && { account }),
    ...(params.get("search") && { search: params.get("search")! }),
  };
  // Anything but a page change starts at page one again.
  const change: ChangeAddress = (changes) => changeAddress({ page: null, ...changes }, "search" in changes);
  return {
    filter,
    asOf,
    page: Math.max(1, Math.min(200, Number(params.get("page")) || 1)),
    statement: params.has("statement") && account !== null,
    change,
  };
}

export type PaymentsView = ReturnType<typeof useView>;

export default function PaymentsPage() {
  const view = useView();
  const ageing = useQuery(ageingQuery(view.asOf));
  const [adding, setAdding] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const provider = useQuery(providerQuery);
  const all = sumsOf(ageing.data ?? []);
  const late = sumsOf((ageing.data ?? []).filter(({ bucket }) => bucket !== "current"));
  return (
    <>
      <title>{`Payments | ${site.name} admin`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="serif -mb-1 pb-1 text-[1.75rem] leading-[1.15] tracking-[-0.018em]">Payments</h1>
          <p className="mt-0.5 min-h-5 text-muted">
            {ageing.data &&
              (all === "" ? "Nothing is open." : `${all} open${late ? `, ${late} of it past its date` : ""}.`)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:min-h-11 max-sm:*:grow">
          {may("payments", "export") && (
            <Button variant="line" size="compact" icon="download" onClick={() => void exportRequests(view.filter)}>
              CSV
            </Button>
          )}
          {may("payments", "add") && (
            <Button size="compact" icon="plus" onClick={() => setAdding(true)}>
              New Request
            </Button>
          )}
        </div>
      </div>
      <div className="grid gap-5">
        {provider.data?.bank === null && (
          <p className="flex gap-2.5 rounded-1 bg-dev-bg px-4 py-2.5 text-dev">
            <Icon name="alert" className="mt-px shrink-0" />
            <span>
              <b className="font-semibold">Bank details are not set:</b> pages to pay on offer no transfer.{" "}
              <Link to="/admin/settings?tab=firm" className="font-semibold underline underline-offset-3">
                Settings, Firm
              </Link>
            </span>
          </p>
        )}
        <UnallocatedPanel />
        <AgeingPanel ageing={ageing} view={view} />
        {view.statement && (
          <StatementPanel account={view.filter.account ?? ""} onClose={() => view.change({ statement: null })} />
        )}
        <RequestList view={view} onNew={() => setAdding(true)} onOpen={setDialog} />
      </div>
      {adding && <NewRequestDialog onClose={() => setAdding(false)} preset={{ account: view.filter.account ?? "" }} />}
      <RequestDialogs open={dialog} onOpen={setDialog} onClose={() => setDialog(null)} />
    </>
  );
}
