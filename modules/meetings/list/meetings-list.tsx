// Coming, to confirm, without an outcome, past.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { type ListPart, meetingListQuery } from "../meetings-data.ts";
import { ByDay } from "./meeting-rows.tsx";

const parts: readonly { id: ListPart; name: string; empty: string }[] = [
  { id: "coming", name: "Coming", empty: "Nothing is booked" },
  { id: "to_confirm", name: "To confirm", empty: "No one waits for an answer" },
  { id: "without_outcome", name: "Without outcome", empty: "Every meeting has its outcome" },
  { id: "past", name: "Past", empty: "No meeting is past" },
];
const step = 100;

export function MeetingsList({ whose, children }: { whose: string | null; children: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const part = parts.find(({ id }) => id === params.get("part")) ?? parts[0]!;
  const most = Math.min(500, Math.max(step, Number(params.get("most")) || step));
  const list = useQuery(meetingListQuery({ part: part.id, most, ...(whose && { whose }) }));
  const set = (name: string, value: string) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className="grid gap-3.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented label="Which meetings" choices={parts} chosen={part.id} onChoose={(id) => set("part", id)} />
        {children}
      </div>
      <section aria-label={part.name} className={classNames(panelClass, "overflow-clip rounded-br-[1.25rem]")}>
        {list.isError && <FailedRow what="meetings" why={messageOf(list.error)} onRetry={() => void list.refetch()} />}
        {list.isPending && <LoadingRows />}
        {list.data && <ByDay rows={list.data} />}
        {list.data?.length === 0 && <EmptyState art={<Art name="still" />} title={part.empty} />}
        {list.data?.length === most && most < 500 && (
          <p className="flex items-center gap-3 border-t border-line px-4 py-3 text-muted">
            The first {countOf(most, "meeting")}.
            <Button variant="line" size="compact" onClick={() => set("most", String(most + step))}>
              Show more
            </Button>
          </p>
        )}
      </section>
    </div>
  );
}
