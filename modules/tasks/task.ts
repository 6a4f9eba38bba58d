// What a task is, for the screens and the server: words, groups and their order.
export const priorities = ["high", "medium", "low"] as const;
export type Priority = (typeof priorities)[number];
export const priorityWords = { high: "High", medium: "Medium", low: "Low" } as const;

export const kinds = ["todo", "call", "mail", "meeting", "reply"] as const;
export type TaskKind = (typeof kinds)[number];
export const kindWords = { todo: "To do", call: "Call", mail: "Mail", meeting: "Meeting", reply: "Reply" } as const;

/** In the order of the list. The database says which a task is in (private.task_group). */
export const groups = ["overdue", "today", "tomorrow", "week", "later", "undated", "done"] as const;
export type TaskGroup = (typeof groups)[number];
export const groupWords: Record<TaskGroup, string> = {
  overdue: "Overdue",
  today: "Today",
  tomorrow: "Tomorrow",
  week: "This week",
  later: "Later",
  undated: "No day",
  done: "Done today",
};

/** A row of public.task_list. */
export interface Task {
  id: string;
  title: string;
  notes: string | null;
  kind: TaskKind;
  priority: Priority;
  /** "2026-11-15", the office's day. */
  due_on: string | null;
  due_at: string | null;
  /** "16:00", by the office's clocks. */
  due_time: string | null;
  remind_at: string | null;
  /** Minutes before the hour. */
  remind_before: number | null;
  assignee_id: string | null;
  assignee_name: string | null;
  done_at: string | null;
  done_time: string | null;
  done_by_name: string | null;
  account_id: string | null;
  account_name: string | null;
  contact_id: string | null;
  contact_name: string | null;
  deal_id: string | null;
  deal_name: string | null;
  inquiry_id: string | null;
  inquiry_name: string | null;
  source: string;
  created_at: string;
  updated_at: string;
  task_group: TaskGroup;
  /** The office's, when this was read. */
  today: string;
}
export type TaskCounts = Record<TaskGroup, number>;
export const noTasks: TaskCounts = { overdue: 0, today: 0, tomorrow: 0, week: 0, later: 0, undated: 0, done: 0 };
export const openOf = (counts: TaskCounts) =>
  groups.reduce((sum, group) => (group === "done" ? sum : sum + counts[group]), 0);

/** The record a task is about, and its page. */
export function recordOf(task: Task): { name: string; page: string } | null {
  if (task.inquiry_id)
    return { name: `Inquiry ${task.inquiry_name ?? ""}`.trim(), page: `/admin/inquiries/${task.inquiry_id}` };
  if (task.deal_id) return { name: task.deal_name ?? "", page: `/admin/deals/${task.deal_id}` };
  if (task.contact_id) return { name: task.contact_name ?? "", page: `/admin/crm/contacts/${task.contact_id}` };
  if (task.account_id) return { name: task.account_name ?? "", page: `/admin/crm/accounts/${task.account_id}` };
  return null;
}
