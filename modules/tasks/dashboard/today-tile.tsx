// On the dashboard: what is late and what is for today, to tick right there.
import { Link } from "react-router";
import { useDashboardPart, useDashboardWhose } from "#app/lib/owner-dashboard.ts";
import { DashboardTile } from "#app/records/dashboard/dashboard-tile.tsx";
import { ShortRow } from "../list/short-row.tsx";
import type { Task } from "../task.ts";
import { useCompleteTasks } from "../task-actions-data.ts";
import { useNow } from "../list/task-groups.tsx";
import { groupsOf, useCompleted } from "../list/completed.ts";

export default function TodayTile() {
  const [whose] = useDashboardWhose();
  const state = useDashboardPart("tasks");
  const { part } = state;
  const now = useNow();
  const { completed, add, remove } = useCompleted();
  const { complete, reopen } = useCompleteTasks(remove);
  const tasks = groupsOf((part?.rows ?? []) as Task[], completed).flatMap((group) => group.tasks);
  const due = part ? part.overdue + part.today : 0;
  const all = `/admin/tasks?whose=${whose}&group=overdue,today`;
  return (
    <DashboardTile
      name="Today"
      all={{ label: "All tasks", to: `/admin/tasks?whose=${whose}` }}
      what="tasks"
      state={state}
    >
      {part && tasks.length === 0 && (
        <p className="px-4 py-4 text-muted">
          {part.open === 0
            ? "Nothing to do yet. New Task, or the key T on any page, takes the first in plain words."
            : "Nothing is due today. What comes later is in the list."}
        </p>
      )}
      <ul>
        {tasks.map((task) => (
          <ShortRow
            key={task.id}
            task={task}
            done={completed.has(task.id)}
            now={now}
            onTick={(done) => {
              if (!done) return reopen([task]);
              add([task]);
              complete([task]);
            }}
          />
        ))}
      </ul>
      {part && due > part.rows.length && (
        <p className="border-t border-line px-4 py-2.5">
          <Link to={all} className="underline decoration-control underline-offset-3">
            All {due} that are due
          </Link>
        </p>
      )}
    </DashboardTile>
  );
}
