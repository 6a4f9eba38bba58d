// The deals of a company or a person, on their page, and one more.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { PanelProps } from "#domain/module.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { dealsOfQuery } from "./page/deal-page-data.ts";
import { amountWords } from "./deal-words.ts";
import QuickDealDialog from "./quick-deal-dialog.tsx";

function DealsOf({ of }: { of: { table: "accounts" | "contacts"; id: string } }) {
  const deals = useQuery(dealsOfQuery(of));
  const [adding, setAdding] = useState(false);
  return (
    <RecordPanel
      title="Deals"
      query={deals}
      count={deals.data?.length}
      actions={<IconButton name="plus" label="Add a deal" size="compact" onClick={() => setAdding(true)} />}
      rows={deals.data?.map(({ id, name, amount_minor, currency, stage }) => (
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
      all={
        of.table === "accounts"
          ? [{ label: "All in the list", to: `/admin/deals?view=list&stage=any&account=${of.id}` }]
          : []
      }
    >
      {adding && <QuickDealDialog at={of} onClose={() => setAdding(false)} />}
    </RecordPanel>
  );
}

export const OfAccount = ({ record }: PanelProps) => <DealsOf of={{ table: "accounts", id: record.id }} />;
export const OfContact = ({ record }: PanelProps) => <DealsOf of={{ table: "contacts", id: record.id }} />;
