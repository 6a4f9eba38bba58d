// What a company was asked for, or what a deal has brought in, on their pages.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { PanelProps } from "#domain/module.ts";
import { formatMoney } from "#domain/money.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { NewRequestDialog } from "./requests/new-request-dialog.tsx";
import { stateWords } from "./payment.ts";
import { requestsQuery, todayQuery } from "./payments-data.ts";

const shown = 5;

function PaymentsOf({ of, account }: { of: { account: string } | { deal: string }; account: string }) {
  const requests = useQuery(requestsQuery(of, 1, shown));
  const today = useQuery(todayQuery).data ?? "";
  const [adding, setAdding] = useState(false);
  const rows = requests.data ?? [];
  const count = rows[0]?.total_count ?? 0;
  return (
    <RecordPanel
      title="Payments"
      query={requests}
      count={requests.data && count}
      actions={<IconButton name="plus" label="New payment request" size="compact" onClick={() => setAdding(true)} />}
      rows={rows.map((row) => {
        const { words, look } = stateWords(row, today);
        return (
          <li
            key={row.id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
          >
            <span className="min-w-0">
              <Link
                to={`/admin/payments?account=${row.account_id}&search=${encodeURIComponent(row.number ?? row.title)}`}
                dir="auto"
                className="block font-semibold wrap-anywhere hover:underline"
              >
                {row.title}
              </Link>
              <span className="text-caption text-muted">
                {[row.number, formatMoney(row.amount_minor, row.currency)].filter(Boolean).join(", ")}
              </span>
            </span>
            <StatusBadge status={look}>{words}</StatusBadge>
          </li>
        );
      })}
      all={
        account
          ? [
              { label: "All requests", to: `/admin/payments?account=${account}` },
              { label: "Statement", to: `/admin/payments?account=${account}&statement=yes` },
            ]
          : []
      }
    >
      {adding && (
        <NewRequestDialog
          onClose={() => setAdding(false)}
          preset={{ account, ...("deal" in of && { deal: of.deal }) }}
        />
      )}
    </RecordPanel>
  );
}

export const OfAccount = ({ record }: PanelProps) => <PaymentsOf of={{ account: record.id }} account={record.id} />;

export function OfDeal({ record }: PanelProps) {
  const account = useQuery({
    queryKey: ["records", "deals", "company of", record.id],
    queryFn: async (): Promise<string> =>
      unwrap(await supabase().from("deals").select("account_id").eq("id", record.id))[0]?.account_id ?? "",
  });
  return <PaymentsOf of={{ deal: record.id }} account={account.data ?? ""} />;
}
