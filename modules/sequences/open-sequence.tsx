// The sequence that is open: its steps and results at the left, its hours and people at the right; or everyone in it; or the plan.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { EnrolDialog } from "./people/enrol-dialog.tsx";
import { PeoplePanel } from "./people/people-panel.tsx";
import { PlanPanel } from "./steps/plan-panel.tsx";
import { type ShownState, shownStates } from "./sequence.ts";
import { sequenceQuery } from "./sequences-data.ts";
import { StepsPanel } from "./steps/steps-panel.tsx";
import { WindowPanel } from "./settings/window-panel.tsx";

export type Change = (changes: Record<string, string | null>, replace?: boolean) => void;

const views = [
  { id: "steps", name: "Steps" },
  { id: "people", name: "People" },
  { id: "plan", name: "Next 14 days" },
] as const;

export function OpenSequence({
  id,
  show,
  shown,
  change,
}: {
  id: string;
  show: string | null;
  shown: string | null;
  change: Change;
}) {
  const sequence = useQuery(sequenceQuery(id));
  const [enrolling, setEnrolling] = useState(false);
  useShortcut("e", () => setEnrolling(true));
  const view = views.find((each) => each.id === show)?.id ?? "steps";
  if (sequence.isPending)
    return (
      <section className={panelClass}>
        <LoadingRows rows={5} />
      </section>
    );
  if (!sequence.data)
    return (
      <section className={`${panelClass} overflow-clip`}>
        {sequence.isError ? (
          <FailedRow what="this sequence" why={messageOf(sequence.error)} onRetry={() => void sequence.refetch()} />
        ) : (
          <EmptyState title="This sequence no longer exists">
            <Button variant="line" size="compact" onClick={() => change({ open: null })}>
              Show the first
            </Button>
          </EmptyState>
        )}
      </section>
    );
  const state = shownStates.find((each) => each === shown) ?? null;
  const people = (
    <PeoplePanel
      sequence={sequence.data}
      few={view !== "people"}
      state={view === "people" ? state : null}
      onState={(next: ShownState | null) => change({ state: next }, true)}
      onEnrol={() => setEnrolling(true)}
      onAll={() => change({ show: "people" })}
    />
  );
  return (
    <>
      <div>
        <Segmented
          label="Show"
          choices={views}
          chosen={view}
          onChoose={(next) => change({ show: next === "steps" ? null : next, state: null })}
        />
      </div>
      {view === "steps" && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
          <StepsPanel sequence={sequence.data} />
          <div className="grid min-w-0 gap-5">
            <WindowPanel sequence={sequence.data} />
            {people}
          </div>
        </div>
      )}
      {view === "people" && people}
      {view === "plan" && <PlanPanel of={{ sequence: id }} />}
      {enrolling && <EnrolDialog sequence={id} onClose={() => setEnrolling(false)} />}
    </>
  );
}
