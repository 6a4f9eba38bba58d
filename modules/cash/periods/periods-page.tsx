// /admin/cash/periods: which days are closed, and what an accountant takes along.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#domain/days.ts";
import { may } from "#app/lib/access.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { FieldError, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { type ClosedPeriod, periodsQuery, saveFromServer, todayQuery, usePeriodChange } from "../cash-data.ts";
import { CashFrame } from "../cash-frame.tsx";
import { PeriodBar } from "../period-bar.tsx";
import { periodIn, periodName, periodOf } from "../period.ts";
import { DatevLine } from "./datev.tsx";

export default function PeriodsPage() {
  const periods = useQuery(periodsQuery);
  const today = useQuery(todayQuery).data ?? "";
  const [closing, setClosing] = useState(false);
  const [reopening, setReopening] = useState<ClosedPeriod | null>(null);
  const rows = periods.data ?? [];
  const closed = rows.filter(({ reopened_at }) => reopened_at === null);
  const mayClose = may("cash", "money");
  const last = closed.reduce((day, row) => (row.ends_on > day ? row.ends_on : day), "");
  return (
    <CashFrame
      page="Periods and export"
      note={periods.data && (last ? `Closed until ${formatDay(last)}.` : "No days are closed.")}
    >
      {may("cash", "export") && <ExportPanel today={today} />}
      <section aria-label="Closed periods" className={panelClass}>
        <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5">
          <div className="min-w-0">
            <h2 className="text-small font-[640]">Closed periods</h2>
            <p className="text-caption text-muted">
              Nothing is issued, paid or corrected on days that are closed. Card money that is reported late is written
              on the first open day.
            </p>
          </div>
          {mayClose && (
            <Button variant="line" size="compact" icon="lock" onClick={() => setClosing(true)}>
              Close a period
            </Button>
          )}
        </header>
        {periods.isPending && <LoadingRows rows={3} />}
        {periods.isError && (
          <FailedRow what="the periods" why={messageOf(periods.error)} onRetry={() => void periods.refetch()} />
        )}
        {periods.data?.length === 0 && <p className="px-4 py-4 text-muted">No period was closed yet.</p>}
        <ul>
          {rows.map((row) => (
            <li
              key={row.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 text-caption last:border-0"
            >
              <span className="min-w-0 grow basis-56">
                <b className="text-ui font-semibold">
                  {formatDay(row.starts_on)} to {formatDay(row.ends_on)}
                </b>
                <span className="block text-muted">
                  Closed {row.closed_by && `by ${row.closed_by} `}on {formatMoment(row.closed_at)}
                </span>
                {row.reopened_at && (
                  <span className="block wrap-anywhere text-muted">
                    Opened again {row.reopened_by && `by ${row.reopened_by} `}on {formatMoment(row.reopened_at)}:{" "}
                    {row.why}
                  </span>
                )}
              </span>
              {row.reopened_at ? (
                <StatusBadge status="Draft">Opened again</StatusBadge>
              ) : (
                <StatusBadge status="Live">Closed</StatusBadge>
              )}
              {!row.reopened_at && mayClose && (
                <Button variant="line" size="compact" onClick={() => setReopening(row)}>
                  Open again
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
      {closing && <CloseDialog after={last} today={today} onClose={() => setClosing(false)} />}
      {reopening && <ReopenDialog period={reopening} onClose={() => setReopening(null)} />}
    </CashFrame>
  );
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** From the day after what is closed to the end of the last month, unless one says otherwise. */
function CloseDialog({ after, today, onClose }: { after: string; today: string; onClose: () => void }) {
  const month = periodOf("month", today, -1);
  const [from, setFrom] = useState(after && dayAfter(after) <= month.to ? dayAfter(after) : month.from);
  const [to, setTo] = useState(month.to);
  const save = usePeriodChange();
  return (
    <FormDialog
      narrow
      title="Close a period"
      icon="lock"
      busy={save.isPending}
      onClose={onClose}
      confirm="Close it"
      blocked={from === "" || to === ""}
      onConfirm={() =>
        save.mutate(
          { does: "close", from, to },
          {
            onSuccess: () => {
              onClose();
              void toast({ tone: "notice", title: `${formatDay(from)} to ${formatDay(to)} is closed.` });
            },
          },
        )
      }
    >
      <p>No invoice, payment or correction can have a day within it any more. It can be opened again, with a reason.</p>
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        <DayField label="First day" value={from} onChange={setFrom} />
        <DayField label="Last day" value={to} onChange={setTo} />
      </div>
      {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
    </FormDialog>
  );
}

function ReopenDialog({ period, onClose }: { period: ClosedPeriod; onClose: () => void }) {
  const [why, setWhy] = useState("");
  const save = usePeriodChange();
  return (
    <FormDialog
      narrow
      title="Open this period again?"
      busy={save.isPending}
      onClose={onClose}
      confirm="Open again"
      blocked={why.trim() === ""}
      onConfirm={() => save.mutate({ does: "reopen", id: period.id, why }, { onSuccess: onClose })}
    >
      <p>
        {formatDay(period.starts_on)} to {formatDay(period.ends_on)}. Your name and the reason stay with it, and in the
        audit log.
      </p>
      <div className="mt-4">
        <TextField
          label="Why"
          size="compact"
          value={why}
          maxLength={500}
          onChange={(event) => setWhy(event.target.value)}
        />
      </div>
      {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
    </FormDialog>
  );
}

function ExportPanel({ today }: { today: string }) {
  const { params } = useAddress();
  const period = periodIn(params, today || "2000-01-01");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveFromServer(
        `/cash/export.zip?${new URLSearchParams({ from: period.from, to: period.to })}`,
        `Accountant ${period.from} to ${period.to}.zip`,
      );
    } catch (error) {
      void toast({ tone: "danger", title: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label="For the accountant" className={panelClass}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5">
        <h2 className="text-small font-[640]">For the accountant</h2>
        <PeriodBar today={today} />
      </header>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
        <p className="min-w-0 grow basis-72 text-caption text-muted">
          One ZIP of {periodName(period)}: invoices, lines, taxes, payments and clients as CSV, the issued files, and
          their SHA-256 sums. The taxes in it are those of the report by issue; the same period gives the same bytes.
        </p>
        <Button size="compact" icon="download" disabled={busy || today === ""} onClick={() => void save()}>
          {busy ? "Packing..." : "Save the ZIP"}
        </Button>
      </div>
      <DatevLine />
    </section>
  );
}
