// The outside scheduling service: what is set, where its webhook goes, and whether it works. In Settings and in System Tests.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { formatWhen } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { TextField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { providerQuery, testWebhook } from "../calendars-data.ts";

export default function ProviderPanel() {
  const provider = useQuery({ ...providerQuery, enabled: may("settings", "read") });
  const [said, setSaid] = useState<{ ok: boolean; said: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const test = () => {
    setBusy(true);
    testWebhook()
      .then(setSaid, (error: unknown) => setSaid({ ok: false, said: messageOf(error) }))
      .finally(() => setBusy(false));
  };
  if (!may("settings", "read")) return null;
  const state = provider.data;
  const isUnused = state && !state.hasKey && !state.hasSecret;
  return (
    <section aria-label="Outside scheduling service" className={panelClass}>
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
        <div className="min-w-0">
          <h2 className="text-small font-[640]">Outside scheduling service</h2>
          <p className="text-caption text-muted">
            {isUnused
              ? "Not used. With the three SCHEDULING settings of Cal.com its bookings are meetings here, too."
              : "Its bookings are meetings here. Mails about them are its own."}
          </p>
        </div>
        {state && (
          <span className="flex items-center gap-2">
            <StatusBadge status={isUnused ? "Draft" : state.hasKey && state.hasSecret ? "Live" : "Beta"}>
              {isUnused ? "Not used" : state.hasKey && state.hasSecret ? "Set up" : "Half set up"}
            </StatusBadge>
            {may("settings", "edit") && (
              <Button variant="line" size="compact" disabled={busy || isUnused === true} onClick={test}>
                Test webhook
              </Button>
            )}
          </span>
        )}
      </header>
      {provider.isPending && <LoadingRows rows={1} />}
      {provider.isError && (
        <FailedRow
          what="the scheduling service"
          why={messageOf(provider.error)}
          onRetry={() => void provider.refetch()}
        />
      )}
      {state && !isUnused && (
        <div className="grid gap-2 border-t border-line px-4 py-3">
          <TextField
            label="Address for its webhook"
            size="compact"
            readOnly
            value={state.webhook}
            onFocus={({ target }) => target.select()}
          />
          <p className="text-caption text-muted">
            Event type {state.eventType ?? "any"}. {state.meetings} meetings.{" "}
            {state.lastEventAt ? `Last heard ${formatWhen(state.lastEventAt)}.` : "Nothing was heard yet."}
            {!state.hasSecret && " Without SCHEDULING_WEBHOOK_SECRET every webhook is refused."}
            {!state.hasKey && " Without SCHEDULING_API_KEY what it says is taken and marked as unconfirmed."}
          </p>
        </div>
      )}
      <p aria-live="polite" className={said ? `border-t border-line px-4 py-2.5 ${said.ok ? "" : "text-danger"}` : ""}>
        {said?.said}
      </p>
    </section>
  );
}
