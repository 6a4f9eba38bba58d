// Every query of tasks. The database groups, counts and orders (sql/tasks.sql); this only asks.
import { queryOptions } from "@tanstack/react-query";
import { type Colleague, staffQuery } from "#app/lib/office.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import { noTasks, type Priority, type Task, type TaskCounts, type TaskGroup } from "./task.ts";

export interface TaskFilter {
  mine?: boolean;
  of_priority?: Priority | null;
  in_groups?: TaskGroup[] | null;
  of_account?: string;
  of_contact?: string;
  of_inquiry?: string;
  of_deal?: string;
  most?: number;
}

/** Below it: lists, counts, and what records' pages show. One change refreshes them all. */
export const tasksKey = ["tasks"] as const;
/** More are a click away: a page of a hundred is read in a few milliseconds. */
export const maxShown = 100;

export const tasksQuery = (filter: TaskFilter) =>
  queryOptions({
    queryKey: [...tasksKey, "list", filter],
    queryFn: async ({ signal }): Promise<Task[]> =>
      rowsOf<Task>(await call("task_list", { most: maxShown, ...filter }, signal)),
    staleTime: 5000,
  });

export const taskCountsQuery = (filter: { mine: boolean; of_priority?: Priority | null }) =>
  queryOptions({
    queryKey: [...tasksKey, "counts", filter],
    queryFn: async ({ signal }): Promise<TaskCounts> => {
      const rows: TaskCounts[] = await call("task_counts", filter, signal);
      return rows[0] ?? noTasks;
    },
    staleTime: 5000,
  });

export const officeTodayQuery = queryOptions({
  queryKey: ["office", "today"],
  queryFn: () => call("office_today", {}),
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
});

/** Who can be given a task. */
export const colleaguesQuery = { ...staffQuery, select: (staff: Colleague[]) => staff.filter(({ active }) => active) };

/** The best match of "#norrfall": a company by its name, else a person. */
export const namedRecordQuery = (word: string | null) =>
  queryOptions({
    queryKey: ["records", "named", word],
    enabled: word !== null,
    queryFn: async ({ signal }): Promise<{ table: "accounts" | "contacts"; id: string; name: string } | null> => {
      const term = (word ?? "").replaceAll(/[-_.]/g, " ");
      for (const table of ["accounts", "contacts"] as const) {
        const asked = supabase().rpc(`suggest_${table}`, { term, most: 1 }, { get: true }).select("id, name");
        const rows = unwrap(await asked.abortSignal(signal));
        if (rows[0]) return { table, ...rows[0] };
      }
      return null;
    },
  });

export interface TaskDraft {
  id: string;
  title: string;
  notes?: string | null;
  kind?: string;
  priority?: Priority;
  due_on: string | null;
  due_time: string | null;
  remind_before?: number | null;
  assignee_id?: string | null;
  account_id?: string | null;
  contact_id?: string | null;
  deal_id?: string | null;
  inquiry_id?: string | null;
}
export const saveTask = async (task: TaskDraft, seen: string | null): Promise<string> =>
  await call("save_task", { task, ...(seen !== null && { seen }) });

export const deleteTask = async (id: string) =>
  unwrap({ ...(await supabase().from("tasks").delete().eq("id", id)), data: true });

/** Deletes a task that a sequence waits for, and says what becomes of the sequence. */
export const dropSequenceTask = async (task: string, goesOn: boolean) =>
  await call("drop_sequence_task", { task, go_on: goesOn });

export interface Ticked {
  id: string;
  /** False: someone else was first. */
  first: boolean;
  done_by_name: string | null;
}
export const completeTasks = async (ids: readonly string[]): Promise<Ticked[]> =>
  rowsOf<Ticked>(await call("complete_tasks", { ids }));
export const reopenTasks = (ids: readonly string[]) => call("reopen_tasks", { ids });

export interface Snoozed {
  id: string;
  due_on: string | null;
  task_group: TaskGroup;
  was_due_on: string | null;
  was_due_at: string | null;
  was_remind_at: string | null;
}
/** To a day ("2026-11-15"), to the next working day, or to no day. */
export type Until = string | "next working day" | "no day";
export const snoozeTasks = async (ids: readonly string[], until: Until): Promise<Snoozed[]> =>
  rowsOf<Snoozed>(
    await call("snooze_tasks", {
      ids,
      ...(until === "no day" ? { no_day: true } : until !== "next working day" && { to_day: until }),
    }),
  );
export const restoreDays = async (moved: readonly Snoozed[]) =>
  await call("restore_task_days", {
    days: moved.map(({ id, was_due_on: due_on, was_due_at: due_at, was_remind_at: remind_at }) => ({
      id,
      due_on,
      due_at,
      remind_at,
    })),
  });
export const reassignTasks = async (ids: readonly string[], assignee: string | null) =>
  await call("reassign_tasks", { ids, assignee });
