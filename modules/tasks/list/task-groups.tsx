// The list itself: groups of rows, their keys, and what can be done with one row or with several.
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { singleKeysAreOn } from "#app/ui/use-shortcut.ts";
import { currentTime } from "#domain/clock.ts";
import { PickDayDialog } from "./pick-day-dialog.tsx";
import { groupWords, type Task, type TaskCounts } from "../task.ts";
import { useCompleteTasks, useDeleteTask, useReassignTasks, useSnoozeTasks } from "../task-actions-data.ts";
import { TaskDialog } from "./task-dialog.tsx";
import type { Choice, MenuKind } from "./task-menu.tsx";
import { TaskRow } from "./task-row.tsx";
import { groupsOf, useCompleted } from "./completed.ts";
import type { Until } from "../tasks-data.ts";

const TaskMenu = lazy(() => import("./task-menu.tsx"));

export type Selection = ReadonlyMap<string, Task>;

/** The time on the clock, minute by minute. */
export function useNow(): Date {
  const [now, setNow] = useState(currentTime);
  useEffect(() => {
    const timer = setInterval(() => setNow(currentTime()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function TaskGroups({
  found,
  counts,
  selected,
  onSelect: setSelected,
  children,
}: {
  found: readonly Task[];
  counts: TaskCounts | null;
  /** Null: the squares tick. */
  selected: Selection | null;
  onSelect: (selected: Selection | null) => void;
  /** Shown when there is nothing. */
  children: ReactNode;
}) {
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  const { completed, isDone, add, remove } = useCompleted();
  const [menu, setMenu] = useState<{ tasks: readonly Task[]; kind: MenuKind; anchor: HTMLElement } | null>(null);
  const [opened, setOpened] = useState<
    { edit: Task } | { delete: Task } | { waited: Task } | { pick: readonly Task[] } | null
  >(null);
  const [said, setSaid] = useState("");
  const { complete, reopen } = useCompleteTasks(remove);
  const snooze = useSnoozeTasks(setSaid);
  const reassign = useReassignTasks();
  const destroy = useDeleteTask((task) => setOpened({ waited: task }));
  const shown = groupsOf(found, completed);
  const rows = shown.flatMap(({ tasks }) => tasks);

  const finish = (tasks: readonly Task[]) => {
    const open = tasks.filter((task) => !isDone(task));
    add(open);
    complete(open);
  };
  const tick = (task: Task, done: boolean) => (done ? finish([task]) : reopen([task]));
  const select = (task: Task) => {
    const next = new Map(selected);
    if (!next.delete(task.id)) next.set(task.id, task);
    setSelected(next);
  };
  /** To the row that follows; of the last one, to the one before. */
  const focusAfter = (tasks: readonly Task[]) => {
    const last = rows.findIndex(({ id }) => id === tasks.at(-1)?.id);
    const next = rows[last + 1] ?? rows[last - 1];
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-task="${next?.id}"] [data-tick]`)?.focus(),
    );
  };
  const putOff = (tasks: readonly Task[], until: Until) => {
    focusAfter(tasks);
    snooze.mutate({ tasks, until });
    setSelected(null);
  };
  const choose = (tasks: readonly Task[], anchor: HTMLElement, choice: Choice) => {
    setMenu(choice.does === "menu" ? { tasks, kind: choice.kind, anchor } : null);
    const [task] = tasks;
    if (choice.does === "snooze") putOff(tasks, choice.until);
    else if (choice.does === "pick a day") setOpened({ pick: tasks });
    else if (choice.does === "assign") {
      reassign.mutate({ tasks, to: choice.to });
      setSelected(null);
    } else if (choice.does === "edit" && task) setOpened({ edit: task });
    else if (choice.does === "delete" && task) setOpened({ delete: task });
    else if (choice.does === "select" && task) select(task);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-task]");
    const onTick = (event.target as HTMLElement).matches("[data-tick]");
    if (!row || !onTick || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex(({ id }) => id === row.dataset.task);
    const task = rows[at];
    const letters = singleKeysAreOn();
    const go = (index: number) =>
      list.current?.querySelector<HTMLElement>(`[data-task="${rows[index]?.id}"] [data-tick]`)?.focus();
    const act: Record<string, (() => void) | false> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      j: letters && (() => go(at + 1)),
      k: letters && (() => go(at - 1)),
      Enter: () => task && setOpened({ edit: task }),
      s:
        letters &&
        (() => {
          const tasks = selected?.size ? [...selected.values()] : task ? [task] : [];
          setMenu({ tasks, kind: "snooze", anchor: event.target as HTMLElement });
        }),
      x: letters && (() => task && select(task)),
    };
    const does = act[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!does) return;
    event.preventDefault();
    does();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the squares inside
    <div ref={list} onKeyDown={onKeyDown}>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {selected && (
        <SelectionBar
          count={selected.size}
          onDone={() => {
            finish([...selected.values()]);
            setSelected(null);
          }}
          onMenu={(kind, anchor) => setMenu({ tasks: [...selected.values()], kind, anchor })}
          onAll={() => setSelected(new Map(rows.filter((task) => !isDone(task)).map((task) => [task.id, task])))}
          onClose={() => setSelected(null)}
        />
      )}
      {shown.length === 0 && children}
      {shown.map(({ group, tasks }) => (
        <section key={group} aria-labelledby={`tasks-${group}`} className="not-first:border-t not-first:border-line">
          <h2
            id={`tasks-${group}`}
            className={`flex items-center gap-2 border-b border-line px-4 py-2.25 text-caption font-[640] ${group === "overdue" ? "text-danger" : ""}`}
          >
            {group === "overdue" && <Icon name="alert" className="size-4" />}
            {groupWords[group]}
            <span className="font-normal text-muted">
              {counts?.[group] ?? tasks.filter((task) => !completed.has(task.id)).length}
            </span>
          </h2>
          <ul>
            {tasks.map((task) => (
              <TaskRow
                key={task.id}
                task={task}
                done={isDone(task)}
                now={now}
                selecting={selected !== null && !isDone(task)}
                selected={selected?.has(task.id) ?? false}
                actions={{
                  tick,
                  select,
                  edit: (edited) => setOpened({ edit: edited }),
                  menu: (of, kind, anchor) => setMenu({ tasks: [of], kind, anchor }),
                }}
              />
            ))}
          </ul>
        </section>
      ))}
      {menu && rows[0] && (
        <Suspense>
          <TaskMenu
            {...menu}
            today={rows[0].today}
            onChoose={(choice) => choose(menu.tasks, menu.anchor, choice)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
      {opened && "edit" in opened && <TaskDialog task={opened.edit} onClose={() => setOpened(null)} />}
      {opened && "pick" in opened && rows[0] && (
        <PickDayDialog
          today={rows[0].today}
          onPick={(day) => {
            setOpened(null);
            putOff(opened.pick, day);
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened && "delete" in opened && (
        <DeleteTask
          task={opened.delete}
          onDelete={() => {
            setOpened(null);
            focusAfter([opened.delete]);
            remove([opened.delete.id]);
            destroy.mutate({ task: opened.delete });
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened && "waited" in opened && (
        <WaitedTask
          task={opened.waited}
          onDelete={(sequence) => {
            setOpened(null);
            destroy.mutate({ task: opened.waited, sequence });
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

/** A sequence waits for it: without the task someone has to say what becomes of the person in it. */
function WaitedTask({
  task,
  onDelete,
  onClose,
}: {
  task: Task;
  onDelete: (sequence: "goes on" | "stops") => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      narrow
      title="A sequence waits for this task"
      onClose={onClose}
      footer={
        <>
          <Button variant="line" size="dialog" onClick={() => onDelete("goes on")}>
            Delete, go on
          </Button>
          <Button variant="danger" size="dialog" onClick={() => onDelete("stops")}>
            Delete, stop it
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        <b>{task.title}</b> can be deleted in two ways: the sequence goes on as if it were done, or it stops for this
        person.
      </p>
    </Dialog>
  );
}

function DeleteTask({ task, onDelete, onClose }: { task: Task; onDelete: () => void; onClose: () => void }) {
  return (
    <FormDialog
      narrow
      title="Delete task"
      onClose={onClose}
      confirm="Delete"
      danger
      autofocus="keep"
      onConfirm={onDelete}
    >
      <p className="wrap-anywhere">
        <b>{task.title}</b> is deleted. It stays in the trash for 30 days; a task that is done can be completed instead.
      </p>
    </FormDialog>
  );
}

function SelectionBar({
  count,
  onDone,
  onMenu,
  onAll,
  onClose,
}: {
  count: number;
  onDone: () => void;
  onMenu: (kind: MenuKind, anchor: HTMLElement) => void;
  onAll: () => void;
  onClose: () => void;
}) {
  const none = count === 0;
  return (
    <div
      role="toolbar"
      aria-label="Selected tasks"
      className="sticky top-13 z-10 flex flex-wrap items-center gap-2 border-b border-line bg-nil px-4 py-2"
    >
      <output className="mr-auto font-semibold">{count} selected</output>
      <Button variant="line" size="compact" onClick={onAll}>
        Select all
      </Button>
      <Button variant="line" size="compact" icon="check" disabled={none} onClick={onDone}>
        Done
      </Button>
      <Button
        variant="line"
        size="compact"
        icon="clock"
        disabled={none}
        onClick={(event) => onMenu("snooze", event.currentTarget)}
      >
        Snooze
      </Button>
      <Button
        variant="line"
        size="compact"
        icon="user"
        disabled={none}
        onClick={(event) => onMenu("assign", event.currentTarget)}
      >
        Give to
      </Button>
      <Button variant="line" size="compact" icon="close" onClick={onClose}>
        Stop selecting
      </Button>
    </div>
  );
}
