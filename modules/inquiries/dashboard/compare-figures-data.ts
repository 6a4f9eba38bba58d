import type { InquiriesPart } from "#app/lib/owner-dashboard.ts";
import { call } from "#app/lib/typed-answers.ts";
import { comparison, countRows } from "#app/records/dashboard/compare-figures.ts";

export default async ({ waiting, promise }: InquiriesPart) => {
  const rows = await call("promise_rows", { days: 90, mine: false });
  return [
    comparison("Inquiries waiting", waiting, await countRows("inquiries", "new")),
    comparison("Promise kept", promise.kept, rows.filter(({ kept }) => kept).length),
    comparison("Promise, answers due", promise.of, rows.length),
  ];
};
