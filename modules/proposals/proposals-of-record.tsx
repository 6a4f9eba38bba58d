// The proposals of a deal, a company or a person, on their page, and one more.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import type { PanelProps } from "#domain/module.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { useNewProposal } from "./new-proposal-dialog.tsx";
import { ProposalState } from "./proposal-state.tsx";
import { proposalsQuery } from "./proposals-data.ts";

function ProposalsOf({ of, id }: { of: "deal" | "account" | "contact"; id: string }) {
  const list = useQuery(proposalsQuery({ [of]: id }));
  const make = useNewProposal();
  return (
    <RecordPanel
      title="Proposals"
      query={list}
      count={list.data?.count}
      actions={
        <IconButton
          name="plus"
          label="New proposal"
          size="compact"
          disabled={make.isPending}
          onClick={() => make.mutate({ [of]: id })}
        />
      }
      rows={list.data?.rows.map((row) => (
        <li key={row.id} className="grid gap-1 border-b border-line px-4 py-2.5 last:border-0">
          <Link to={`/admin/proposals/${row.id}`} dir="auto" className="font-semibold wrap-anywhere hover:underline">
            {row.title || "Without a title"}
          </Link>
          <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-caption text-muted">
            {row.number}, {formatMoney(row.total_minor, row.currency)}
            <ProposalState proposal={row} />
          </span>
        </li>
      ))}
    />
  );
}

export const OfDeal = ({ record }: PanelProps) => <ProposalsOf of="deal" id={record.id} />;
export const OfAccount = ({ record }: PanelProps) => <ProposalsOf of="account" id={record.id} />;
export const OfContact = ({ record }: PanelProps) => <ProposalsOf of="contact" id={record.id} />;
