import type { Module } from "#domain/module.ts";

export const tasks = {
  key: "tasks",
  name: "Tasks",
  about: "What is to be done, by whom and when",
  icon: "task",
  area: { path: "tasks", name: "Tasks", icon: "task", group: "Work" },
  live: "switched",
  soon: true,
  built: false,
} as const satisfies Module;
