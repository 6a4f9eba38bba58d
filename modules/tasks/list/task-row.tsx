import { Link } from "react-router";
import { may } from "#app/lib/access.ts";
import { classNames } from "#app/ui/class-names.ts";
import { checkboxClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { dueTitle, dueWords } from "../due-words.ts";
import { recordOf, type Task } from "../task.ts";
import { Owner, PriorityChip, Tick } from "./task-parts.tsx";

export interface RowActions {
  tick: (task: Task, done: boolean) => void;
  edit: (task: Task) => void;
  /** Opens a menu at the element that was pressed. */
  menu: (task: Task, kind: "more" | "snooze", anchor: HTMLElement) => void;
  select: (task: Task) => void;
}

const grid =
  "grid min-h-11 items-center gap-x-3 border-b border-line py-1 pr-2.5 pl-4 text-caption last:border-0 hover:bg-sunken data-selected:bg-nil " +
  "grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,15rem)_8.25rem_5.25rem_1.5rem_1.75rem] max-xl:grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,10rem)_7.5rem_5.25rem_1.5rem_1.75rem] " +
  "max-sm:grid-cols-[1.75rem_minmax(0,1fr)_auto] max-sm:items-start max-sm:gap-x-2.5 max-sm:gap-y-0.5 max-sm:py-2.5 max-sm:pr-3 max-sm:pl-3.5";

export function TaskRow({
  task,
  done,
  now,
  selecting,
  selected,
  actions,
}: {
  task: Task;
  done: boolean;
  now: Date;
  /** The squares select instead of ticking. */
  selecting: boolean;
  selected: boolean;
  actions: RowActions;
}) {
  const record = recordOf(task);
  const late = task.task_group === "overdue" && !done;
  return (
    <li data-task={task.id} data-selected={selected ? "" : undefined} className={grid}>
      {selecting ? (
        <input
          type="checkbox"
          data-tick=""
          aria-label={`Select: ${task.title}`}
          checked={selected}
          onChange={() => actions.select(task)}
          className={classNames(checkboxClass, "size-5 max-sm:size-6")}
        />
      ) : (
        <Tick
          title={task.title}
          done={done}
          onTick={(completed) => actions.tick(task, completed)}
          className="max-sm:row-span-2"
        />
      )}
      <button
        type="button"
        dir="auto"
        tabIndex={-1}
        disabled={!may("tasks", "edit")}
        onClick={() => actions.edit(task)}
        className={classNames(
          "min-h-6 cursor-pointer text-left text-ui leading-[1.35] wrap-anywhere",
          done ? "text-muted line-through decoration-1" : "font-[560]",
        )}
      >
        {task.title}
      </button>
      <span className="truncate max-sm:col-start-2 max-sm:row-start-2">
        {record && (
          <Link to={record.page} className="text-muted underline decoration-control underline-offset-3 hover:text-ink">
            {record.name}
          </Link>
        )}
      </span>
      <time
        {...(task.due_on && { dateTime: task.due_at ?? task.due_on })}
        title={dueTitle(task)}
        className={classNames(
          "inline-flex items-center gap-1.25 whitespace-nowrap max-sm:col-start-2 max-sm:row-start-3",
          late && "font-semibold text-danger",
        )}
      >
        {late && <Icon name="alert" className="size-3.75" />}
        {done && task.done_time ? task.done_time : dueWords(task, now)}
      </time>
      <span className="max-sm:col-start-3 max-sm:row-start-1 max-sm:justify-self-end">
        <PriorityChip priority={task.priority} />
      </span>
      <span className="max-sm:col-start-3 max-sm:row-start-3 max-sm:justify-self-end">
        <Owner name={task.assignee_name} />
      </span>
      <button
        type="button"
        aria-label={`More for ${task.title}`}
        aria-haspopup="menu"
        data-icon-button=""
        onClick={(event) => actions.menu(task, "more", event.currentTarget)}
        className="grid size-7 cursor-pointer place-items-center rounded-2 hover:bg-shade max-sm:hidden"
      >
        <Icon name="more" />
      </button>
    </li>
  );
}
