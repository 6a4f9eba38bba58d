// What was completed during this visit stays where it stood, struck through, whatever later reads say.
import { useState } from "react";
import { groups, priorities, type Task, type TaskGroup } from "../task.ts";

export function useCompleted() {
  const [completed, setCompleted] = useState<ReadonlyMap<string, Task>>(new Map());
  // Those whose tick was taken away: under "Done today" until the next read, but no longer completed.
  const [reopened, setReopened] = useState<ReadonlySet<string>>(new Set());
  return {
    completed,
    isDone: (task: Task) => completed.has(task.id) || (task.task_group === "done" && !reopened.has(task.id)),
    add: (tasks: readonly Task[]) => {
      setCompleted((old) => new Map([...old, ...tasks.map((task) => [task.id, task] as const)]));
      setReopened((old) => new Set([...old].filter((id) => !tasks.some((task) => task.id === id))));
    },
    remove: (ids: readonly string[]) => {
      setCompleted((old) => new Map([...old].filter(([id]) => !ids.includes(id))));
      setReopened((old) => new Set([...old, ...ids]));
    },
  };
}

const momentOf = ({ due_at: moment }: Task) => (moment === null ? Infinity : Date.parse(moment));

/** As the database orders within a group. */
function compare(one: Task, other: Task): number {
  return (
    (one.due_on ?? "").localeCompare(other.due_on ?? "") ||
    Math.sign(momentOf(one) - momentOf(other)) ||
    priorities.indexOf(one.priority) - priorities.indexOf(other.priority) ||
    Date.parse(one.created_at) - Date.parse(other.created_at) ||
    one.id.localeCompare(other.id)
  );
}

export interface ShownGroup {
  group: TaskGroup;
  tasks: Task[];
}

/** The groups that have rows, in their order. */
export function groupsOf(found: readonly Task[], completed: ReadonlyMap<string, Task>): ShownGroup[] {
  return groups.flatMap((group): ShownGroup[] => {
    const rows = found.filter((task) => task.task_group === group && !completed.has(task.id));
    const kept = [...completed.values()].filter((task) => task.task_group === group);
    if (rows.length + kept.length === 0) return [];
    return [{ group, tasks: kept.length === 0 ? rows : [...rows, ...kept].sort(group === "done" ? () => 0 : compare) }];
  });
}
