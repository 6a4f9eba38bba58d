import type { TasksPart } from "#app/lib/owner-dashboard.ts";
import { call } from "#app/lib/typed-answers.ts";
import { allRows, comparison, rowsAtOnce } from "#app/records/dashboard/compare-figures.ts";

const tasksIn = (group: string) =>
  allRows((skipping) => call("task_list", { in_groups: [group], most: rowsAtOnce, skipping }));

export default async ({ today, overdue }: TasksPart) => [
  comparison("Tasks for today", today, (await tasksIn("today")).length),
  comparison("Tasks overdue", overdue, (await tasksIn("overdue")).length),
];
