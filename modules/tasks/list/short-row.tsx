// A task in two lines, for the dashboard and the pages of records.
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { dueTitle, dueWords } from "../due-words.ts";
import { recordOf, type Task } from "../task.ts";
import { Owner, PriorityChip, Tick } from "./task-parts.tsx";

export function ShortRow({
  task,
  done,
  now,
  hideRecord = false,
  narrow = false,
  onTick,
  onOpen,
}: {
  task: Task;
  done: boolean;
  now: Date;
  hideRecord?: boolean;
  /** Words before chips: a priority that is not the usual one is below them. */
  narrow?: boolean;
  onTick: (done: boolean) => void;
  onOpen?: () => void;
}) {
  const record = hideRecord ? null : recordOf(task);
  const late = task.task_group === "overdue" && !done;
  const title = classNames(
    "block text-left leading-[1.35] wrap-anywhere",
    done ? "text-muted line-through decoration-1" : "font-[560]",
  );
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-start gap-x-2.5 border-b border-line px-4 py-2.5 last:border-0">
      <Tick title={task.title} done={done} onTick={onTick} />
      <div className="min-w-0">
        {onOpen ? (
          <button
            type="button"
            dir="auto"
            onClick={onOpen}
            className={classNames(title, "min-h-6 cursor-pointer hover:underline")}
          >
            {task.title}
          </button>
        ) : (
          <span dir="auto" className={title}>
            {task.title}
          </span>
        )}
        <p className="text-caption wrap-anywhere text-muted">
          <time
            {...(task.due_on && { dateTime: task.due_at ?? task.due_on })}
            title={dueTitle(task)}
            className={late ? "font-semibold text-danger" : undefined}
          >
            {dueWords(task, now)}
          </time>
          {record && (
            <>
              ,{" "}
              <Link to={record.page} className="hover:text-ink hover:underline">
                {record.name}
              </Link>
            </>
          )}
        </p>
        {narrow && task.priority !== "medium" && (
          <p className="mt-1 flex">
            <PriorityChip priority={task.priority} />
          </p>
        )}
      </div>
      <span className="flex items-center gap-1.5">
        {!narrow && <PriorityChip priority={task.priority} />}
        <Owner name={task.assignee_name} />
      </span>
    </li>
  );
}
