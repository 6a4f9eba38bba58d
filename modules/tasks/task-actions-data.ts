// Tick, snooze, reassign, save: each shows at once, says what happened and can be taken back for ten seconds.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { countOf } from "#app/lib/formats.ts";
import { messageOf, RequestError } from "#app/lib/request-error.ts";
import { restoreRecords } from "#app/records/record-data.ts";
import { toast } from "#app/ui/toast.ts";
import { dayWords } from "./due-words.ts";
import { groupWords, type Task } from "./task.ts";
import {
  completeTasks,
  deleteTask,
  dropSequenceTask,
  reassignTasks,
  reopenTasks,
  restoreDays,
  saveTask,
  snoozeTasks,
  type TaskDraft,
  tasksKey,
  type Until,
} from "./tasks-data.ts";

export const undoSeconds = 10;

/** Lists, counts and the dashboard, the cards that name the next step, and the timelines that tell of it. */
const refresh = (client: QueryClient) =>
  Promise.all(
    [tasksKey, ["dashboard"], ["records", "timeline"], ["records", "deals"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

const failed = (what: string) => (error: unknown) =>
  toast({ title: what, text: messageOf(error), tone: "danger", seconds: 8 });

const titleOf = (tasks: readonly Task[]) =>
  tasks.length === 1 ? (tasks[0]?.title ?? "") : countOf(tasks.length, "task");

/** `onBack` puts ticks back where the server, or the person, said no. */
export function useCompleteTasks(onBack: (ids: readonly string[]) => void) {
  const client = useQueryClient();
  const reopen = useMutation({
    mutationFn: reopenTasks,
    onError: failed("Failed to reopen"),
    onSettled: () => void refresh(client),
  });
  const takeBack = (tasks: readonly Task[]) => {
    const ids = tasks.map(({ id }) => id);
    onBack(ids);
    reopen.mutate(ids);
  };
  const complete = useMutation({
    mutationFn: (tasks: readonly Task[]) => completeTasks(tasks.map(({ id }) => id)),
    onSuccess: (completed, tasks) => {
      const others = completed.filter(({ first }) => !first);
      const mine = tasks.filter(({ id }) => completed.some((each) => each.id === id && each.first));
      if (others.length > 0)
        toast({
          title: others.length === 1 ? "Already done" : `${others.length} were already done`,
          text: `${titleOf(tasks.filter(({ id }) => others.some((each) => each.id === id)))}: completed by ${others[0]?.done_by_name ?? "somebody else"}`,
          tone: "notice",
          seconds: undoSeconds,
        });
      if (mine.length > 0)
        toast({
          title: mine.length === 1 ? "Task done" : "Tasks done",
          text: titleOf(mine),
          seconds: undoSeconds,
          action: { label: "Undo", run: () => takeBack(mine) },
        });
    },
    onError: (error, tasks) => {
      onBack(tasks.map(({ id }) => id));
      failed("The task was not completed")(error);
    },
    onSettled: () => void refresh(client),
  });
  return { complete: complete.mutate, reopen: takeBack };
}

export function useSnoozeTasks(onMoved?: (words: string) => void) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: restoreDays,
    onError: failed("Failed to take it back"),
    onSettled: () => void refresh(client),
  });
  return useMutation({
    mutationFn: ({ tasks, until }: { tasks: readonly Task[]; until: Until }) =>
      snoozeTasks(
        tasks.map(({ id }) => id),
        until,
      ),
    onSuccess: (moved, { tasks }) => {
      const [first] = moved;
      if (!first) return toast({ title: "Nothing was moved", text: "The tasks are done already.", tone: "notice" });
      const where = groupWords[first.task_group];
      const day = first.due_on && tasks[0] ? ` (${dayWords(first.due_on, tasks[0].today)})` : "";
      onMoved?.(`${titleOf(tasks)} moved to ${where}`);
      toast({
        title: `Moved to ${where}${day}`,
        text: titleOf(tasks),
        seconds: undoSeconds,
        action: { label: "Undo", run: () => restore.mutate(moved) },
      });
    },
    onError: failed("Failed to snooze"),
    onSettled: () => void refresh(client),
  });
}

export function useReassignTasks() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ tasks, to }: { tasks: readonly Task[]; to: { id: string | null; name: string } }) =>
      reassignTasks(
        tasks.map(({ id }) => id),
        to.id,
      ),
    onSuccess: (_, { tasks, to }) =>
      toast({ title: to.id === null ? "Given to nobody" : `Given to ${to.name}`, text: titleOf(tasks) }),
    onError: failed("Failed to reassign"),
    onSettled: () => void refresh(client),
  });
}

export function useSaveTask() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ task, seen }: { task: TaskDraft; seen: string | null }) => saveTask(task, seen),
    onSettled: () => void refresh(client),
  });
}

/** `onWaited`: a sequence waits for the task, and whether it goes on or stops is for a person to say. */
export function useDeleteTask(onWaited: (task: Task) => void) {
  const client = useQueryClient();
  const restore = ({ id }: Task) =>
    restoreRecords({ table: "tasks" }, [id])
      .then(() => toast({ title: "Task is back" }), failed("Failed to bring the task back"))
      .then(() => refresh(client));
  return useMutation({
    mutationFn: ({ task, sequence }: { task: Task; sequence?: "goes on" | "stops" }) =>
      sequence ? dropSequenceTask(task.id, sequence === "goes on") : deleteTask(task.id),
    onSuccess: (_, { task }) =>
      toast({
        title: "Task deleted",
        text: task.title,
        seconds: undoSeconds,
        action: { label: "Undo", run: () => void restore(task) },
      }),
    onError: (error, { task }) =>
      error instanceof RequestError && error.details === "sequence-task"
        ? onWaited(task)
        : failed("Failed to delete the task")(error),
    onSettled: () => Promise.all([refresh(client), client.invalidateQueries({ queryKey: ["sequences"] })]),
  });
}
