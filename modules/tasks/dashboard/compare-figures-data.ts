import type { TasksPart } from "#app/lib/owner-dashboard.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { anyTable } from "#app/lib/supabase.ts";
import { allRows, comparison, rowsAtOnce } from "#app/records/dashboard/compare-figures.ts";

const tasksIn = (group: string) =>
  allRows<unknown>(async (skipping) =>
    unwrap(await anyTable().rpc("task_list", { in_groups: [group], most: rowsAtOnce, skipping })),
  );

export default async ({ today, overdue }: TasksPart) => [
  comparison("Tasks for today", today, (await tasksIn("today")).length),
  comparison("Tasks overdue", overdue, (await tasksIn("overdue")).length),
];
