// The stop list: who gets no outreach, or nothing at all, and why. What is lifted stays in the list of what was.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { FindField } from "#app/records/list/find-field.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Art } from "#app/ui/art.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { AddStopDialog, LiftStopDialog } from "./stop-dialogs.tsx";
import { reasonWords, scopeWords, type Stop, stopsQuery } from "./stop-list-data.ts";

const step = 50;

export function StopList() {
  const { params, change } = useAddress();
  const search = params.get("search") ?? "";
  const lifted = params.has("lifted");
  const [size, setSize] = useState(step);
  const stops = useQuery(stopsQuery(search, lifted, size));
  const [adding, setAdding] = useState(false);
  const [lifting, setLifting] = useState<Stop | null>(null);
  const set = (name: string, value: string | null) => change({ [name]: value }, true);
  return (
    <section aria-label="Stop list" className={`${panelClass} overflow-clip rounded-br-turn-dialog`}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5">
        <FindField label="Find an address" value={search} onFind={(term) => set("search", term || null)} />
        <Button
          variant="line"
          size="compact"
          aria-pressed={lifted}
          className="aria-pressed:bg-nil max-sm:min-h-10"
          onClick={() => set("lifted", lifted ? null : "yes")}
        >
          Lifted
        </Button>
        {may("outbox", "edit") && (
          <Button
            size="compact"
            icon="plus"
            className="ml-auto max-sm:ml-0 max-sm:min-h-10 max-sm:w-full"
            onClick={() => setAdding(true)}
          >
            Add an address
          </Button>
        )}
      </div>
      {stops.isError && (
        <FailedRow what="the stop list" why={messageOf(stops.error)} onRetry={() => void stops.refetch()}>
          It is still kept to: the gate asks the database itself.
        </FailedRow>
      )}
      {stops.isPending && <LoadingRows rows={4} />}
      {stops.data?.rows.length === 0 && (
        <EmptyState
          {...(!search && !lifted && { art: <Art name="still" /> })}
          title={search ? "No address matches." : lifted ? "Nothing was lifted" : "Nobody is on the stop list"}
        >
          {!search && !lifted && (
            <p className="max-w-96 text-muted">
              Addresses are added here when someone unsubscribes or complains, or the mailbox no longer exists. They
              stay when the contact is erased.
            </p>
          )}
        </EmptyState>
      )}
      <ul aria-label="Addresses on the stop list">
        {stops.data?.rows.map((stop) => (
          <li
            key={stop.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-0"
          >
            <div className="min-w-0">
              <p className="font-[560] wrap-anywhere">{stop.address ?? "An erased address"}</p>
              <p className="text-caption text-muted">
                {reasonWords[stop.reason] ?? stop.reason}, {formatMoment(stop.created_at)}
                {stop.reason === "manual" && stop.source_event && `. ${stop.source_event}`}
                {stop.lifted_at && `. Lifted ${formatMoment(stop.lifted_at)}: ${stop.lifted_why ?? ""}`}
              </p>
            </div>
            <div className="flex flex-wrap items-center justify-end gap-2">
              <Chip tone={stop.scope === "all" ? "danger" : "plain"}>{scopeWords[stop.scope] ?? stop.scope}</Chip>
              {!stop.lifted_at && (
                <Button
                  variant="line"
                  size="compact"
                  aria-label={`Lift ${stop.address ?? "an erased address"}`}
                  onClick={() => setLifting(stop)}
                >
                  Lift
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {stops.data?.more && (
        <p className="border-t border-line p-3 text-center">
          <Button variant="line" size="compact" onClick={() => setSize(size + step)}>
            Show more
          </Button>
        </p>
      )}
      {adding && <AddStopDialog onClose={() => setAdding(false)} />}
      {lifting && <LiftStopDialog stop={lifting} onClose={() => setLifting(null)} />}
    </section>
  );
}
