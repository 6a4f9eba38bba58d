// /admin/proposals: what is with clients, what is being written, what was answered. The address holds tab, search and page.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { site } from "#content/site.ts";
import { formatMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { staffQuery } from "#app/lib/office.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ChoiceFilter } from "#app/records/filter/choice-filter.tsx";
import { FindField } from "#app/records/list/find-field.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { PageTurner } from "#app/records/list/page-turner.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { NewProposalDialog } from "./new-proposal-dialog.tsx";
import { ProposalRows } from "./proposal-rows.tsx";
import { perPage, type ProposalList, proposalsQuery, type Tab, tabs } from "./proposals-data.ts";

const tabWords: Record<Tab, string> = {
  all: "All",
  open: "With clients",
  written: "Not sent yet",
  drafts: "Drafts",
  answered: "Answered",
};

/** "3 with clients, $238,000. 9 of the last 16 were accepted." */
function inWords({ tabs: counts, open_sums: sums, recent }: ProposalList): string {
  const money = sums.map(({ total_minor: minor, currency }) => formatMoney(minor, currency)).join(" and ");
  return `${counts.open || "None"} with clients${money ? `, ${money}` : ""}.${
    counts.written > 0 ? ` ${counts.written} written and not sent.` : ""
  }${recent.answered > 0 ? ` ${recent.accepted} of the last ${recent.answered} ${recent.accepted === 1 ? "was" : "were"} accepted.` : ""}`;
}

export default function ProposalsPage() {
  const { params, change } = useAddress();
  // Anything but a page change starts at page one again.
  const set = (changes: Record<string, string | null>) => change({ page: null, ...changes }, true);
  const tab = tabs.find((each) => each === params.get("tab")) ?? "all";
  const search = params.get("search") ?? "";
  const owner = params.get("owner") ?? "";
  const page = Math.max(1, Number(params.get("page")) || 1);
  const list = useQuery(proposalsQuery({ tab, search, owner }, page));
  const staff = useQuery(staffQuery);
  const [making, setMaking] = useState(false);
  const hasTemplates = useRecordsContext().isOn("catalogue");
  useShortcut("n", () => setMaking(true));
  const { data } = list;
  const filtered = search !== "" || owner !== "";

  const panel = (
    <section aria-label="Proposals" aria-busy={list.isPlaceholderData} className={`${panelClass} mt-5`}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-3">
        <FindField label="Find a proposal" value={search} onFind={(term) => set({ search: term || null })} />
        <ChoiceFilter
          label="Owner"
          value={owner}
          choices={(staff.data ?? []).map(({ user_id: id, name }) => [id, name] as const)}
          onChange={(id) => set({ owner: id || null })}
        />
        <output className="ml-auto text-caption text-muted">
          {data && `${countOf(data.count, "proposal")}, newest first`}
        </output>
      </div>
      {list.isError && (
        <FailedRow what="proposals" why={messageOf(list.error)} onRetry={() => void list.refetch()}>
          Client pages still work.
        </FailedRow>
      )}
      {list.isPending && <LoadingRows />}
      {data && data.rows.length > 0 && <ProposalRows rows={data.rows} />}
      {data?.rows.length === 0 &&
        (filtered || tab !== "all" ? (
          <EmptyState title="No proposals match">
            <Button variant="line" size="compact" onClick={() => set({ search: null, owner: null, tab: null })}>
              Clear filters
            </Button>
          </EmptyState>
        ) : (
          <EmptyState art={<Art name="still" />} title="No proposals yet">
            <p className="text-muted">Write one from a deal: the account, the person and the amount come with it.</p>
            {may("proposals", "add") && (
              <Button size="compact" icon="plus" onClick={() => setMaking(true)}>
                New Proposal
              </Button>
            )}
          </EmptyState>
        ))}
      {data && (
        <PageTurner page={page} pages={Math.ceil(data.count / perPage)} onTurn={(to) => set({ page: String(to) })} />
      )}
    </section>
  );

  return (
    <>
      <title>{`Proposals | ${site.name} admin`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="serif -mb-1 pb-1 text-[1.75rem] leading-[1.15] tracking-[-0.018em]">Proposals</h1>
          <p className="mt-0.5 min-h-5 text-muted">{data && inWords(data)}</p>
        </div>
        <div className="flex gap-2 max-sm:w-full max-sm:*:min-h-11 max-sm:*:grow">
          {hasTemplates && may("catalogue", "read") && (
            <Link to="/admin/proposal-templates" className={buttonClass({ variant: "line", size: "compact" })}>
              Templates
            </Link>
          )}
          {may("proposals", "add") && (
            <Button size="compact" icon="plus" onClick={() => setMaking(true)}>
              New Proposal
            </Button>
          )}
        </div>
      </div>
      <div>
        <Tabs
          label="Which proposals"
          tone="ink"
          selected={tab}
          onSelect={(id) => set({ tab: id === "all" ? null : id })}
          tabs={tabs.map((id) => ({
            id,
            label: tabWords[id],
            count: data?.tabs[id],
            panel: id === tab ? panel : null,
          }))}
        />
      </div>
      {making && <NewProposalDialog onClose={() => setMaking(false)} />}
    </>
  );
}
