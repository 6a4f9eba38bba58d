// The deals of a company or a person, on their page, and one more.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { PanelProps } from "#domain/module.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { dealsOfQuery } from "./deal-page-data.ts";
import { amountWords } from "./deal-words.ts";
import QuickDealDialog from "./quick-deal-dialog.tsx";

function DealsOf({ of }: { of: { table: "accounts" | "contacts"; id: string } }) {
  const deals = useQuery(dealsOfQuery(of));
  const [adding, setAdding] = useState(false);
  return (
    <section aria-label="Deals" className={panelClass}>
      <header className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="text-small font-[640]">
          Deals{deals.data && <span className="font-normal text-muted"> {deals.data.length}</span>}
        </h2>
        <IconButton name="plus" label="Add a deal" size="desk" onClick={() => setAdding(true)} />
      </header>
      {deals.isPending && <LoadingRows rows={2} />}
      {deals.isError && (
        <div role="alert" className="grid justify-items-start gap-2 px-4 py-3 text-danger">
          <p>Failed to load deals. {messageOf(deals.error)}</p>
          <Button variant="line" size="desk" onClick={() => void deals.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {deals.data?.length === 0 && <p className="px-4 py-3 text-muted">None</p>}
      <ul>
        {deals.data?.map(({ id, name, amount_minor, currency, stage }) => (
          <li key={id} className="border-b border-line px-4 py-2.5 last:border-0">
            <Link
              to={`/admin/deals/${id}`}
              dir="auto"
              className="block text-left font-semibold wrap-anywhere hover:underline"
            >
              {name}
            </Link>
            <span className="text-caption text-muted">
              {stage?.name}, {amountWords(amount_minor, currency)}
            </span>
          </li>
        ))}
      </ul>
      {of.table === "accounts" && deals.data && deals.data.length > 0 && (
        <p className="border-t border-line px-4 py-2.75">
          <Link to={`/admin/deals?view=list&stage=any&account=${of.id}`} className="underline decoration-control">
            All in the list
          </Link>
        </p>
      )}
      {adding && <QuickDealDialog at={of} onClose={() => setAdding(false)} />}
    </section>
  );
}

export const OfAccount = ({ record }: PanelProps) => <DealsOf of={{ table: "accounts", id: record.id }} />;
export const OfContact = ({ record }: PanelProps) => <DealsOf of={{ table: "contacts", id: record.id }} />;
