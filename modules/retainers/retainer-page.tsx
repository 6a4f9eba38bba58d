// /admin/retainers/{id}: what is agreed, the next twelve periods with their amounts, and those that were billed.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { site } from "#content/site.ts";
import { formatLongDay } from "#domain/days.ts";
import { exactMoney, formatMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { isId } from "#app/records/entity.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { NotShown } from "#app/ui/compact/not-shown.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { type Doing, RetainerDialog } from "./retainer-dialogs.tsx";
import { RetainerState } from "./retainer-state.tsx";
import {
  everyWords,
  type Mode,
  modeWords,
  type RetainerRecord,
  retainerQuery,
  useCreditOfEnd,
  useRetainerChange,
} from "./retainers-data.ts";

export default function RetainerPage() {
  const { id = "" } = useParams();
  const record = useQuery({ ...retainerQuery(id), enabled: isId(id) });
  if (isId(id) && record.isPending)
    return (
      <section className={panelClass}>
        <LoadingRows />
      </section>
    );
  if (record.data) return <Shown record={record.data} />;
  return (
    <section className={panelClass}>
      <NotShown
        what="retainer"
        why={record.isError ? messageOf(record.error) : null}
        onRetry={() => void record.refetch()}
      >
        <Link to="/admin/retainers" className="underline">
          All retainers
        </Link>
      </NotShown>
    </section>
  );
}

const days = (from: string, to: string) => `${formatLongDay(from)} to ${formatLongDay(to)}`;
const head = "border-b border-line px-4 py-2.5 text-small font-[640]";
const row = "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line px-4 py-2.5 last:border-0";

function Shown({ record }: { record: RetainerRecord }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const { state, currency, plan, prices } = record;
  // The price of the next period, and those that follow it.
  const next = plan[0]?.starts_on;
  const now = prices.findLast(({ from_on }) => next === undefined || from_on <= next) ?? prices[0];
  const later = prices.filter(({ from_on }) => now && from_on > now.from_on);
  const actions: [Doing, string][] =
    state === "draft"
      ? [
          ["discard", "Throw away"],
          ["start", "Start"],
        ]
      : state === "active"
        ? [
            ["price", "Another price"],
            ["pause", "Pause"],
            ["end", "End"],
          ]
        : state === "paused"
          ? [
              ["resume", "Resume"],
              ["end", "End"],
            ]
          : [];
  return (
    <>
      <title>{`${record.title} | ${site.name} admin`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <nav aria-label="Breadcrumb" className="flex gap-2 text-caption text-muted">
            <Link to="/admin/retainers" className="underline decoration-control underline-offset-3 hover:text-ink">
              Retainers
            </Link>
          </nav>
          <h1 dir="auto" className="serif -mb-1 pb-1 text-[1.75rem] leading-[1.15] wrap-anywhere">
            {record.title}
          </h1>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <RetainerState state={state} />
          {actions
            .filter(([does]) => may("retainers", does === "price" ? "money" : "edit"))
            .map(([does, label]) => (
              <Button
                key={does}
                size="compact"
                variant={does === "start" || does === "resume" ? "solid" : "line"}
                onClick={() => setDoing(does)}
              >
                {label}
              </Button>
            ))}
        </div>
      </div>
      <CreditOffer record={record} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
        <section aria-label="The next periods" className={panelClass}>
          <h2 className={head}>The next {plan.length || ""} periods</h2>
          {plan.length === 0 && <p className="px-4 py-3 text-muted">None: it has ended.</p>}
          <ol>
            {plan.map((period) => (
              <li key={period.starts_on} className={row}>
                <span>
                  {days(period.starts_on, period.ends_on)}
                  <span className="block text-caption text-muted">
                    {period.paused
                      ? `Skipped: ${period.paused}`
                      : `To be billed ${formatLongDay(period.due_on)}${period.is_part ? ", for its days" : ""}`}
                  </span>
                </span>
                <b className={period.paused ? "text-muted" : "font-semibold"}>
                  {exactMoney(period.net_minor, currency)}
                </b>
              </li>
            ))}
          </ol>
          <p className="border-t border-line px-4 py-2 text-caption text-muted">
            Net, before tax. The taxes and the rate are those of the day of issue.
          </p>
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <section aria-label="What is agreed" className={panelClass}>
            <h2 className={head}>What is agreed</h2>
            <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 p-4 wrap-anywhere">
              <dt className="text-muted">Company</dt>
              <dd>
                <Link to={`/admin/crm/accounts/${record.account_id}`} className="underline decoration-control">
                  {record.account_name || "Company"}
                </Link>
                {record.contact_name && `, ${record.contact_name}`}
              </dd>
              {record.proposal_id && (
                <>
                  <dt className="text-muted">Proposal</dt>
                  <dd>
                    <Link to={`/admin/proposals/${record.proposal_id}`} className="underline decoration-control">
                      What was accepted
                    </Link>
                  </dd>
                </>
              )}
              <dt className="text-muted">Price</dt>
              <dd>
                {now && `${formatMoney(now.net_minor, currency)} ${everyWords(record.every_months)}, net`}
                {later.map(({ from_on, net_minor }) => (
                  <span key={from_on} className="block text-caption text-muted">
                    {formatMoney(net_minor, currency)} from {formatLongDay(from_on)}
                  </span>
                ))}
                {now?.lines.map(({ title }) => title).join(", ") !== record.title && (
                  <span className="block text-caption text-muted">
                    {now?.lines.map(({ title }) => title).join(", ")}
                  </span>
                )}
              </dd>
              <dt className="text-muted">Billed</dt>
              <dd>{record.timing === "advance" ? "In advance" : "In arrears"}</dd>
              <dt className="text-muted">First day</dt>
              <dd>{formatLongDay(record.starts_on)}</dd>
              {record.ends_on && (
                <>
                  <dt className="text-muted">Last day</dt>
                  <dd>{formatLongDay(record.ends_on)}</dd>
                </>
              )}
              <dt className="text-muted">Owner</dt>
              <dd>{record.owner_name ?? "Nobody"}</dd>
            </dl>
            <ModeField record={record} />
          </section>
          <Billed record={record} />
        </div>
      </div>
      {doing && <RetainerDialog does={doing} record={record} onClose={() => setDoing(null)} />}
    </>
  );
}

function ModeField({ record }: { record: RetainerRecord }) {
  const save = useRetainerChange();
  if (record.state === "ended") return null;
  return (
    <div className="border-t border-line p-4">
      <SelectField
        label="When a period is due"
        size="compact"
        value={record.mode}
        disabled={save.isPending || !may("retainers", "money")}
        error={save.isError ? messageOf(save.error) : undefined}
        onChange={(event) =>
          save.mutate({ does: "mode", id: record.id, mode: event.target.value as Mode, seen: record.updated_at })
        }
      >
        {Object.entries(modeWords).map(([mode, words]) => (
          <option key={mode} value={mode}>
            {words}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Ended inside a period that was invoiced: what a credit note would give back. */
function CreditOffer({ record: { id, credit_offer: offer, currency } }: { record: RetainerRecord }) {
  const navigate = useNavigate();
  const write = useCreditOfEnd((note) => void navigate(`/admin/invoices/${note}`));
  if (!offer) return null;
  const given = exactMoney(offer.net_minor, currency);
  if (offer.credit?.number)
    return (
      <p className="text-muted">
        <Link to={`/admin/invoices/${offer.credit.id}`} className="underline decoration-control">
          {offer.credit.number}
        </Link>{" "}
        gives back what was invoiced after the last day.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-1 bg-dev-bg px-4 py-2.5 text-dev">
      <p className="min-w-0 grow basis-72">
        <b className="font-semibold">Give back {given} net.</b> The invoiced period has {days(offer.from, offer.to)}{" "}
        after the last day.
        {write.isError && <span className="block text-danger">{messageOf(write.error)}</span>}
      </p>
      {may("retainers", "money") && may("invoices", "money") && (
        <Button variant="line" size="compact" disabled={write.isPending} onClick={() => write.mutate(id)}>
          {offer.credit ? "Open the draft" : "Write the credit note"}
        </Button>
      )}
    </div>
  );
}

function Billed({ record }: { record: RetainerRecord }) {
  const save = useRetainerChange();
  const hasInvoices = useRecordsContext().isOn("invoices");
  return (
    <section aria-label="Billed periods" className={`${panelClass} rounded-br-turn-dialog`}>
      <h2 className={head}>Billed periods</h2>
      {record.periods.length === 0 && <p className="px-4 py-3 text-muted">None yet</p>}
      <ol>
        {record.periods.map((period) => (
          <li key={period.starts_on} className={row}>
            <span className="min-w-0">
              {days(period.starts_on, period.ends_on)}
              <span className="block text-caption text-muted wrap-anywhere">
                {period.result === "skipped"
                  ? `Skipped: ${period.why ?? ""}`
                  : period.result === "planned"
                    ? `No invoice: ${period.why ?? ""}`
                    : (period.why ?? "Invoice written")}
              </span>
            </span>
            <span className="flex items-center gap-3">
              <b className="font-semibold">{exactMoney(period.net_minor, record.currency)}</b>
              {period.result === "invoiced" && period.invoice_id && hasInvoices && (
                <Link to={`/admin/invoices/${period.invoice_id}`} className="text-caption underline underline-offset-3">
                  Invoice
                </Link>
              )}
              {period.result === "planned" && may("retainers", "money") && (
                <Button
                  variant="line"
                  size="compact"
                  disabled={save.isPending}
                  onClick={() =>
                    save.mutate(
                      { does: "bill", id: record.id, period: period.starts_on },
                      {
                        onError: (error) =>
                          toast({ title: "No invoice was written", text: messageOf(error), tone: "danger" }),
                      },
                    )
                  }
                >
                  Write the invoice
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
