// Settings of the outbox: limits of outreach, and what the server was told.
import { formatCount } from "#domain/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { publishingSettings } from "#app/lib/publishing.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { TextField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { useOutboxActions } from "../outbox-actions-data.ts";
import { type Summary, summaryQuery } from "../outbox-data.ts";

const caps = [
  { name: "per_address_a_day", label: "To one address", most: 100 },
  { name: "per_host_a_day", label: "To one company’s domain", most: 10_000 },
  { name: "in_all_a_day", label: "In all", most: 100_000 },
] as const;

export default function OutboxSettings() {
  const summary = useQuery(summaryQuery);
  return (
    <section aria-label="Outbox" className={`${panelClass} overflow-clip`}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">Outreach in a day</h2>
        <p className="text-caption text-muted">
          What is above a limit leaves on a later day; nothing is dropped. Answers and receipts are not counted.
        </p>
      </header>
      {summary.isPending && <LoadingRows rows={3} />}
      {summary.isError && (
        <FailedRow what="the limits" why={messageOf(summary.error)} onRetry={() => void summary.refetch()} />
      )}
      {summary.data && <Caps key={JSON.stringify(summary.data.caps)} caps={summary.data.caps} />}
      {summary.data && <Told summary={summary.data} />}
    </section>
  );
}

function Caps({ caps: given }: { caps: Summary["caps"] }) {
  const actions = useOutboxActions();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const valueOf = (name: keyof Summary["caps"]) => typed[name] ?? String(given[name]);
  const isRight = (name: keyof Summary["caps"], most: number) => {
    const value = Number(valueOf(name));
    return Number.isInteger(value) && value >= 1 && value <= most;
  };
  const allRight = caps.every(({ name, most }) => isRight(name, most));
  return (
    <div className="grid gap-4 px-4 py-4 sm:grid-cols-3">
      {caps.map(({ name, label, most }) => (
        <TextField
          key={name}
          label={label}
          size="compact"
          inputMode="numeric"
          value={valueOf(name)}
          error={isRight(name, most) ? undefined : `From 1 to ${formatCount(most)}.`}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      ))}
      <div>
        <Button
          size="compact"
          disabled={!allRight || Object.keys(typed).length === 0 || actions.busy}
          onClick={() =>
            actions.setCaps(
              {
                per_address_a_day: Number(valueOf("per_address_a_day")),
                per_host_a_day: Number(valueOf("per_host_a_day")),
                in_all_a_day: Number(valueOf("in_all_a_day")),
              },
              () => setTyped({}),
            )
          }
        >
          Save
        </Button>
      </div>
    </div>
  );
}

const Told = ({ summary }: { summary: Summary }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-line px-4 py-4 text-caption">
    <dt className="text-muted">Publishing</dt>
    <dd>
      {summary.safe ? "SAFE: nothing leaves by itself" : "On"}.{" "}
      <Link to={publishingSettings} className="underline underline-offset-3">
        Change it
      </Link>
    </dd>
    <dt className="text-muted">We write as</dt>
    <dd className="wrap-anywhere">{summary.identities.join(", ") || "No one: no sender is set"}</dd>
    <dt className="text-muted">Answers</dt>
    <dd>{summary.replies_are_seen ? "Seen by inbound mail" : "Not seen: no inbound address is set"}</dd>
    <dt className="text-muted">One-click unsubscribing</dt>
    <dd>{summary.one_click ? "In every outreach mail" : "Left out: it needs a site address with https"}</dd>
  </dl>
);
