// The proposals of a deal, a company or a person, on their page, and one more.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import type { PanelProps } from "#domain/module.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { useNewProposal } from "./new-proposal-dialog.tsx";
import { ProposalState } from "./proposal-state.tsx";
import { proposalsQuery } from "./proposals-data.ts";

function ProposalsOf({ of, id }: { of: "deal" | "account" | "contact"; id: string }) {
  const list = useQuery(proposalsQuery({ [of]: id }));
  const make = useNewProposal();
  return (
    <section aria-label="Proposals" className={panelClass}>
      <header className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="text-small font-[640]">
          Proposals{list.data && <span className="font-normal text-muted"> {list.data.count}</span>}
        </h2>
        <IconButton
          name="plus"
          label="New proposal"
          size="desk"
          disabled={make.isPending}
          onClick={() => make.mutate({ [of]: id })}
        />
      </header>
      {list.isPending && <LoadingRows rows={2} />}
      {list.isError && (
        <div role="alert" className="grid justify-items-start gap-2 px-4 py-3 text-danger">
          <p>Failed to load proposals. {messageOf(list.error)}</p>
          <Button variant="line" size="desk" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {list.data?.count === 0 && <p className="px-4 py-3 text-muted">None</p>}
      <ul>
        {list.data?.rows.map((row) => (
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
      </ul>
    </section>
  );
}

export const OfDeal = ({ record }: PanelProps) => <ProposalsOf of="deal" id={record.id} />;
export const OfAccount = ({ record }: PanelProps) => <ProposalsOf of="account" id={record.id} />;
export const OfContact = ({ record }: PanelProps) => <ProposalsOf of="contact" id={record.id} />;
