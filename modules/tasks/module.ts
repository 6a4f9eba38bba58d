import type { Module } from "#domain/module.ts";

export const tasks = {
  key: "tasks",
  name: "Tasks",
  about: "What is to be done, by whom and when",
  icon: "task",
  rights: { area: "tasks", name: "Tasks", actions: ["read", "add", "edit", "delete", "export"] },
  area: { path: "tasks", name: "Tasks", icon: "task", group: "Work" },
  live: "switched",
  soon: true,
  built: true,
  server: true,
  keys: [
    { keys: ["S"], does: "Snooze, on a task of the list" },
    { keys: ["X"], does: "Select, on a task of the list" },
    { keys: ["J"], does: "Next task of the list" },
    { keys: ["K"], does: "Task before it" },
  ],
  entries: {
    task: {
      name: "Task",
      icon: "task",
      fields: { due_on: "Day", due_at: "Hour", remind_at: "Reminder", assignee_id: "Owner", contact_id: "Contact" },
    },
  },
  counted: { table: "tasks", one: "open task", many: "open tasks" },
  foundAt: "/admin/tasks",
  routes: [{ path: "tasks", file: "tasks-page.tsx" }],
  panels: [
    { of: "accounts", place: "next", load: () => import("./panels/tasks-of-account.tsx") },
    { of: "contacts", place: "next", load: () => import("./panels/tasks-of-contact.tsx") },
    { of: "inquiries", place: "side", load: () => import("./panels/tasks-of-inquiry.tsx") },
    { of: "deals", place: "next", load: () => import("./panels/tasks-of-deal.tsx") },
  ],
  tiles: [{ name: "Today", load: () => import("./dashboard/today-tile.tsx") }],
  figures: [
    { place: "more", names: ["Tasks for today", "Tasks overdue"], load: () => import("./dashboard/task-figures.tsx") },
  ],
  due: {
    of: ({ overdue, today }: { overdue: number; today: number }) => ({ late: overdue, today }),
    // A message that waits for an answer has a task.
    includes: ["inquiries"],
  },
  compareFigures: () => import("./dashboard/compare-figures-data.ts"),
  startActions: [{ may: "tasks add", name: "New Task", icon: "task", to: "/admin/tasks" }],
  badge: () => import("./tasks-badge.tsx"),
  quickActions: [
    { may: "tasks add", name: "Add a task", icon: "task", key: "t", load: () => import("./add/quick-add-dialog.tsx") },
  ],
} as const satisfies Module;
