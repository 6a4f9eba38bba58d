// The next steps on a record's page: its open tasks (of a company also those of its people), what was done today, and one more.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { type About, QuickAdd } from "../add/quick-add.tsx";
import { ShortRow } from "../list/short-row.tsx";
import type { Task } from "../task.ts";
import { useCompleteTasks } from "../task-actions-data.ts";
import { TaskDialog } from "../list/task-dialog.tsx";
import { useNow } from "../list/task-groups.tsx";
import { type TaskFilter, tasksQuery } from "../tasks-data.ts";
import { groupsOf, useCompleted } from "../list/completed.ts";

/** The next ones; the rest is one press away. */
const few = 3;

export function TasksOfRecord({ about, filter }: { about: About; filter: TaskFilter }) {
  const list = useQuery(tasksQuery(filter));
  const [adding, setAdding] = useState(false);
  const [all, setAll] = useState(false);
  const [edited, setEdited] = useState<Task | null>(null);
  const now = useNow();
  const { completed, add, remove } = useCompleted();
  const { complete, reopen } = useCompleteTasks(remove);
  const tasks = groupsOf(list.data ?? [], completed)
    .filter(({ group }) => group !== "done")
    .flatMap((group) => group.tasks);
  const open = tasks.filter(({ id }) => !completed.has(id)).length;
  return (
    <RecordPanel
      title="Next steps"
      what="tasks"
      query={list}
      count={list.data && open}
      actions={
        <IconButton
          name="plus"
          label="Add a task"
          size="compact"
          aria-expanded={adding}
          onClick={() => setAdding(!adding)}
        />
      }
      top={
        adding && (
          <div className="p-2">
            <QuickAdd about={about} draftKey={`task of ${about.id}`} />
          </div>
        )
      }
      rows={(all ? tasks : tasks.slice(0, few)).map((task) => (
        <ShortRow
          key={task.id}
          task={task}
          done={completed.has(task.id)}
          now={now}
          narrow
          hideRecord={
            [task.contact_id, task.deal_id, task.inquiry_id].includes(about.id) ||
            (task.account_id === about.id && !task.contact_id && !task.deal_id && !task.inquiry_id)
          }
          onTick={(done) => {
            if (!done) return reopen([task]);
            add([task]);
            complete([task]);
          }}
          onOpen={() => setEdited(task)}
        />
      ))}
    >
      {!all && tasks.length > few && (
        <p className="border-t border-line px-4 py-2">
          <Button variant="line" size="compact" onClick={() => setAll(true)}>
            Show all {tasks.length}
          </Button>
        </p>
      )}
      {edited && <TaskDialog task={edited} onClose={() => setEdited(null)} />}
    </RecordPanel>
  );
}
