import type { InquiriesPart } from "#app/lib/owner-dashboard.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { anyTable } from "#app/lib/supabase.ts";
import { comparison, countRows } from "#app/records/dashboard/compare-figures.ts";

export default async ({ waiting, promise }: InquiriesPart) => {
  const rows = unwrap(await anyTable().rpc("promise_rows", { days: 90, mine: false })) as { kept: boolean }[];
  return [
    comparison("Inquiries waiting", waiting, await countRows("inquiries", "new")),
    comparison("Promise kept", promise.kept, rows.filter(({ kept }) => kept).length),
    comparison("Promise, answers due", promise.of, rows.length),
  ];
};
