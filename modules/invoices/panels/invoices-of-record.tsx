// Invoices of a company or a deal on its page, and the way to bill what was accepted.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { PanelProps } from "#domain/module.ts";
import { exactMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { looks } from "../invoice-words.ts";
import { acceptedQuery, invoicesQuery } from "../invoices-data.ts";
import { NewInvoiceDialog } from "../new-invoice-dialog.tsx";
import { BillDialog } from "./bill-dialog.tsx";

const shown = 5;

function InvoicesOf({
  of,
  account,
  children,
}: {
  of: { account: string } | { deal: string };
  account: string;
  children?: React.ReactNode;
}) {
  const list = useQuery(invoicesQuery(of, 1, shown));
  const accepted = useQuery(acceptedQuery(of)).data ?? [];
  const [adding, setAdding] = useState(false);
  const [billing, setBilling] = useState<string | null>(null);
  const rows = list.data ?? [];
  const count = rows[0]?.total_count ?? 0;
  return (
    <RecordPanel
      title="Invoices"
      query={list}
      count={list.data && count}
      actions={
        may("invoices", "add") && (
          <IconButton name="plus" label="New invoice" size="compact" onClick={() => setAdding(true)} />
        )
      }
      top={
        accepted.length > 0 &&
        may("invoices", "add") && (
          <p className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5">
            {accepted.map(({ id, number }) => (
              <Button key={id} variant="line" size="compact" onClick={() => setBilling(id)}>
                Bill {number}
              </Button>
            ))}
          </p>
        )
      }
      rows={rows.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
        >
          <span className="min-w-0">
            <Link
              to={`/admin/invoices/${row.id}`}
              dir="auto"
              className="block font-semibold wrap-anywhere hover:underline"
            >
              {row.title}
            </Link>
            <span className="text-caption text-muted">
              {row.number}, {exactMoney(row.total_minor, row.currency)}
            </span>
          </span>
          <StatusBadge status={looks[row.state][1]}>{looks[row.state][0]}</StatusBadge>
        </li>
      ))}
      all={account ? [{ label: "All invoices", to: `/admin/invoices?account=${account}` }] : []}
    >
      {children}
      {adding && (
        <NewInvoiceDialog
          onClose={() => setAdding(false)}
          preset={{ account, ...("deal" in of && { deal: of.deal }) }}
        />
      )}
      {billing && <BillDialog proposal={billing} onClose={() => setBilling(null)} />}
    </RecordPanel>
  );
}

export const OfAccount = ({ record }: PanelProps) => <InvoicesOf of={{ account: record.id }} account={record.id} />;

export function OfDeal({ record }: PanelProps) {
  const account = useQuery({
    queryKey: ["records", "deals", "company of", record.id],
    queryFn: async (): Promise<string> =>
      unwrap(await supabase().from("deals").select("account_id").eq("id", record.id))[0]?.account_id ?? "",
  });
  return <InvoicesOf of={{ deal: record.id }} account={account.data ?? ""} />;
}
