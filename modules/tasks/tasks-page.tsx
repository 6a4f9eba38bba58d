// /admin/tasks: every open task by its office day, and what was done today.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { site } from "#content/site.ts";
import { may } from "#app/lib/access.ts";
import { countOf, formatClock } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ChoiceFilter } from "#app/records/filter/choice-filter.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { QuickAdd } from "./add/quick-add.tsx";
import { groups, groupWords, openOf, priorities, type Priority, priorityWords, type TaskGroup } from "./task.ts";
import { taskInFile } from "./task-file.ts";
import { type Selection, TaskGroups } from "./list/task-groups.tsx";
import { maxShown, taskCountsQuery, tasksQuery } from "./tasks-data.ts";
import { useTaskOwner } from "./list/task-owner.ts";

const ImportDialog = lazy(() => import("#app/records/csv/import-dialog.tsx"));

const everyMinute = { refetchInterval: 60_000, refetchOnWindowFocus: true } as const;

export default function TasksPage() {
  const [params, setParams] = useSearchParams();
  const [whose, remember] = useTaskOwner(params.get("whose"));
  const priority = priorities.find((each) => each === params.get("priority")) ?? null;
  const only = (params.get("group") ?? "")
    .split(",")
    .filter((each): each is TaskGroup => groups.includes(each as TaskGroup));
  const most = Math.min(Math.max(Number(params.get("most")) || maxShown, maxShown), 1000);
  const [selected, setSelected] = useState<Selection | null>(null);
  const set = (name: string, value: string | null) => {
    setSelected(null);
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };

  const filter = { mine: whose === "mine", of_priority: priority };
  const list = useQuery({
    ...tasksQuery({ ...filter, in_groups: only.length > 0 ? only : null, most }),
    ...everyMinute,
    placeholderData: keepPreviousData,
  });
  const counts = useQuery({ ...taskCountsQuery(filter), ...everyMinute, placeholderData: keepPreviousData });
  const shown: readonly TaskGroup[] = only.length > 0 ? only : groups;
  const total = counts.data ? shown.reduce((sum, group) => sum + (counts.data?.[group] ?? 0), 0) : 0;

  return (
    <>
      <title>{`Tasks | ${site.name} admin`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="serif text-[1.75rem] leading-[1.15] tracking-[-0.018em]">Tasks</h1>
          <p className="mt-0.5 min-h-5 text-muted">
            {counts.data &&
              (openOf(counts.data) === 0
                ? "Nothing is open."
                : `${openOf(counts.data)} open. ${counts.data.overdue} overdue, ${counts.data.today} for today.`)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <Segmented
            label="Whose tasks"
            choices={[
              { id: "mine", name: "Mine" },
              { id: "all", name: "Everyone" },
            ]}
            chosen={whose}
            onChoose={(next) => {
              remember(next);
              set("whose", next);
            }}
          />
          <PriorityFilter chosen={priority} onChoose={(next) => set("priority", next)} />
          {may("tasks", "edit") && (
            <Button
              variant="line"
              size="compact"
              className="bg-surface max-sm:min-h-11"
              aria-pressed={selected !== null}
              onClick={() => setSelected(selected ? null : new Map())}
            >
              Select
            </Button>
          )}
          {may("tasks", "add") && (
            <Button
              variant="line"
              size="compact"
              className="bg-surface max-sm:min-h-11"
              onClick={() => set("dialog", "import")}
            >
              Import CSV
            </Button>
          )}
        </div>
      </div>
      {may("tasks", "add") && <QuickAdd draftKey="task on the list" />}
      <Suspense>
        {params.get("dialog") === "import" && <ImportDialog entity={taskInFile} onClose={() => set("dialog", null)} />}
      </Suspense>
      {only.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          Only {only.map((group) => groupWords[group].toLowerCase()).join(" and ")}.
          <Button variant="line" size="compact" icon="close" onClick={() => set("group", null)}>
            Show all
          </Button>
        </p>
      )}
      <section aria-label="Tasks" className={classNames(panelClass, "overflow-clip rounded-br-[1.25rem]")}>
        {list.isError && (
          <FailedRow what="tasks" why={messageOf(list.error)} onRetry={() => void list.refetch()}>
            {list.data && `The rows below were read at ${formatClock(new Date(list.dataUpdatedAt))}.`}
          </FailedRow>
        )}
        {list.isPending && <LoadingRows />}
        {list.data && (
          <TaskGroups
            key={`${whose} ${priority} ${only.join()}`}
            found={list.data}
            counts={counts.data ?? null}
            selected={selected}
            onSelect={setSelected}
          >
            <EmptyState
              {...(!priority && only.length === 0 && { art: <Art name="still" /> })}
              title={priority || only.length > 0 ? "No tasks match" : "Nothing to do"}
            >
              {priority || only.length > 0 ? (
                <Button
                  variant="line"
                  size="compact"
                  onClick={() => setParams(whose === "all" ? { whose } : {}, { replace: true })}
                >
                  Clear filters
                </Button>
              ) : (
                <p className="max-w-96 text-muted">
                  Next steps of deals, people and inquiries are listed here by their day. Write the first above in plain
                  words: "call Maren friday 10:00 #norrfall".
                </p>
              )}
            </EmptyState>
          </TaskGroups>
        )}
        {list.data && total > list.data.length && (
          <p className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 text-muted">
            The first {list.data.length} of {countOf(total, "task")}.
            {most < 1000 && (
              <Button variant="line" size="compact" onClick={() => set("most", String(most + maxShown))}>
                Show more
              </Button>
            )}
          </p>
        )}
      </section>
    </>
  );
}

function PriorityFilter({
  chosen,
  onChoose,
}: {
  chosen: Priority | null;
  onChoose: (priority: Priority | null) => void;
}) {
  return (
    <ChoiceFilter
      label="Priority"
      value={chosen ?? ""}
      choices={priorities.map((priority) => [priority, priorityWords[priority]] as const)}
      onChange={(value) => onChoose(priorities.find((each) => each === value) ?? null)}
    />
  );
}
