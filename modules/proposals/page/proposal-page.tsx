// /admin/proposals/{id}: the editor of a draft; of what was sent, the answer and what happened. Beside it the client's page.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { site } from "#content/site.ts";
import { capitalised } from "#domain/entity.ts";
import { messageSentence } from "#domain/message-states.ts";
import { formatClock } from "#app/lib/formats.ts";
import { exactMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { isId } from "#app/records/entity.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { MessageLink } from "#app/records/message-badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { NotShown } from "#app/ui/compact/not-shown.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { ClientPreview } from "./client-preview.tsx";
import { EditorItems } from "../editor/editor-items.tsx";
import { EditorLetter, PanelHead } from "../editor/editor-letter.tsx";
import { EditorTerms } from "../editor/editor-terms.tsx";
import { TotalsList } from "./totals-list.tsx";
import { LinesTable } from "./lines-table.tsx";
import { EditorSchedule, ScheduleBar } from "../editor/editor-schedule.tsx";
import { RequestsPanel } from "./requests-panel.tsx";
import { dayWords, everyWords } from "../proposal.ts";
import { ProposalActions } from "./proposal-actions.tsx";
import { AnswerPanel, ProposalHistory } from "./proposal-history.tsx";
import { ProposalState } from "../proposal-state.tsx";
import { type ProposalRecord, proposalQuery } from "../proposals-data.ts";
import { type Autosave, useAutosave } from "../editor/autosave-data.ts";

export default function ProposalPage() {
  const { id = "" } = useParams();
  const known = isId(id);
  const record = useQuery({
    ...proposalQuery(id),
    enabled: known,
    refetchOnWindowFocus: (query) => query.state.data?.state !== "draft",
  });
  if (known && record.isPending)
    return (
      <section className={panelClass}>
        <LoadingRows />
      </section>
    );
  // A new version is another form.
  if (record.data)
    return record.data.state === "draft" ? (
      <Draft key={`${id} ${record.data.current_version}`} record={record.data} />
    ) : (
      <Sent record={record.data} />
    );
  return (
    <section className={panelClass}>
      <NotShown
        what="proposal"
        why={record.isError ? messageOf(record.error) : null}
        onRetry={() => void record.refetch()}
      >
        <Link to="/admin/proposals" className="underline">
          All proposals
        </Link>
      </NotShown>
    </section>
  );
}

function Head({ record, title, children }: { record: ProposalRecord; title: string; children: React.ReactNode }) {
  return (
    <>
      <title>{`${record.number} | ${site.name} admin`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <nav aria-label="Breadcrumb" className="flex min-w-0 gap-2 text-caption">
            <Link
              to="/admin/proposals"
              className="text-muted underline decoration-control underline-offset-3 hover:text-ink"
            >
              Proposals
            </Link>
            <span aria-hidden="true" className="text-muted">
              /
            </span>
            <span aria-current="page">{record.number}</span>
          </nav>
          <h1 dir="auto" className="serif -mb-1 pb-1 text-[1.75rem] leading-[1.15] tracking-[-0.018em] wrap-anywhere">
            {title || "Without a title"}
          </h1>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:not-data-state:min-h-11">
          {children}
        </div>
      </div>
    </>
  );
}

/** "Saved 09:38", or why not. */
function SaveState({ draft }: { draft: Autosave }) {
  const problem = Object.keys(draft.problems).length > 0;
  return (
    <output className="text-caption text-muted">
      {problem && draft.dirty
        ? "Not saved: something is missing or wrong"
        : draft.saving || (draft.dirty && !draft.failure)
          ? "Saving"
          : draft.savedAt
            ? `Saved ${formatClock(draft.savedAt)}`
            : ""}
    </output>
  );
}

function Draft({ record }: { record: ProposalRecord }) {
  const draft = useAutosave(record);
  const { values, change, problems } = draft;
  const stale = draft.dirty || draft.saving;
  return (
    <>
      <Head record={record} title={values.title}>
        <SaveState draft={draft} />
        <ProposalActions record={record} finish={draft.finish} />
      </Head>
      {draft.failure && (
        <div
          role="alert"
          className={`${panelClass} flex flex-wrap items-center gap-2 px-4 py-2.5 ${draft.conflict ? "bg-dev-bg text-dev" : "bg-danger-bg text-danger"}`}
        >
          <Icon name="alert" />
          <p className="min-w-0 grow">
            <b>{draft.conflict ? "Not saved, because someone else was faster." : "Not saved."}</b> {draft.failure}
          </p>
          {draft.conflict ? (
            <Button variant="line" size="compact" onClick={() => location.reload()}>
              Show theirs
            </Button>
          ) : (
            <Button variant="line" size="compact" onClick={draft.retry}>
              Try again
            </Button>
          )}
        </div>
      )}
      {record.refers_to && (
        <p className="text-muted">
          A change of{" "}
          <Link to={`/admin/proposals/${record.refers_to}`} className="underline">
            {record.refers_to_number}
          </Link>
          , which stays as it is.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <EditorLetter record={record} values={values} onChange={change} />
          <RequestsPanel record={record} />
          <EditorItems
            {...{ values, problems, stale }}
            totals={record.totals}
            recurring={record.recurring}
            accountId={record.account_id}
            onChange={change}
          />
          <EditorSchedule {...{ record, values, problems, stale }} onChange={change} />
          <EditorTerms
            {...{ values, problems, stale }}
            totals={record.totals}
            depositBp={record.version.deposit_bp}
            onChange={change}
          />
          {record.current_version > 1 && <ProposalHistory record={record} />}
        </div>
        <ClientPreview record={record} />
      </div>
    </>
  );
}

/** Ready for the client, and the client does not know: said above everything else, with the way on. */
function NotSentYet({ record: { shown_state: state, mail } }: { record: ProposalRecord }) {
  if (state !== "written" || !mail) return null;
  return (
    <p className="flex gap-2.5 rounded-1 bg-dev-bg px-4 py-2.5 text-dev">
      <Icon name={mail.state === "held" ? "lock" : "clock"} className="mt-px shrink-0" />
      <span>
        <b className="font-semibold">{messageSentence(mail)}.</b> The client has no mail yet; the page behind a copied
        link works. <MessageLink message={mail} className="font-semibold underline underline-offset-3" />
      </span>
    </p>
  );
}

/** The lines below are those that were agreed. Where they differ from what was sent, it is said. */
function OtherOptions({ record: { accepted, totals } }: { record: ProposalRecord }) {
  if (!accepted || accepted.totals.total_minor === totals.total_minor) return null;
  return (
    <p className="border-b border-line bg-dev-bg px-4 py-2.5 text-dev">
      <b className="font-semibold">As accepted.</b> The client changed the options: it was sent with{" "}
      {exactMoney(totals.total_minor, totals.currency)}.
    </p>
  );
}

/** As it was sent: lines of the record, told apart by how they are billed. */
const sentLines = (record: ProposalRecord) => ({
  items: record.items
    .filter(({ every_months: months }) => !months)
    .map((item) => ({
      ...item,
      optional: item.optional || item.group_key !== null,
      ...(item.group_key !== null && { group: item.group_key }),
    })),
  totals: record.totals,
  recurring: record.recurring,
  parts: record.parts,
});

function Sent({ record }: { record: ProposalRecord }) {
  const { version } = record;
  const { items, totals, recurring, parts } = record.accepted ?? sentLines(record);
  return (
    <>
      <Head record={record} title={version.title}>
        <ProposalState proposal={record} />
        <ProposalActions record={record} />
      </Head>
      <NotSentYet record={record} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <AnswerPanel record={record} />
          <RequestsPanel record={record} />
          <section aria-label="Offer" className={panelClass}>
            <PanelHead title={`Version ${version.no}`}>
              <span className="text-caption text-muted">
                {record.valid_until ? `Valid until ${dayWords(record.valid_until)}` : "No end"}
              </span>
            </PanelHead>
            <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-b border-line p-4 wrap-anywhere">
              <dt className="text-muted">For</dt>
              <dd>
                <Link to={`/admin/crm/accounts/${record.account_id}`} className="underline decoration-control">
                  {record.account_name}
                </Link>
                {record.contact && `, ${record.contact.name}`}
              </dd>
              {record.deal_id && (
                <>
                  <dt className="text-muted">Deal</dt>
                  <dd>
                    <Link to={`/admin/deals/${record.deal_id}`} className="underline decoration-control">
                      {record.deal_name}
                    </Link>
                  </dd>
                </>
              )}
              <dt className="text-muted">Owner</dt>
              <dd>{record.owner_name ?? "Nobody"}</dd>
            </dl>
            <OtherOptions record={record} />
            {items.length > 0 && (
              <>
                <LinesTable items={items} totals={totals} groups={version.groups} />
                <div className="p-4">
                  <TotalsList totals={totals} depositBp={parts.length > 0 ? 0 : version.deposit_bp} />
                </div>
              </>
            )}
            {recurring.map((each) => (
              <section key={each.every_months} aria-label={`What recurs ${everyWords(each.every_months)}`}>
                <h3 className="border-y border-line px-4 py-2 text-caption font-semibold">
                  {capitalised(everyWords(each.every_months))}
                </h3>
                <LinesTable items={each.items} totals={each.totals} groups={version.groups} />
                <div className="p-4">
                  <TotalsList totals={each.totals} depositBp={0} />
                </div>
              </section>
            ))}
            {parts.length > 0 && (
              <section aria-label="Payments" className="border-t border-line p-4">
                <ScheduleBar parts={parts} currency={record.currency} />
              </section>
            )}
          </section>
          <ProposalHistory record={record} />
        </div>
        <ClientPreview record={record} />
      </div>
    </>
  );
}
