import { comparison, countRows } from "#app/records/dashboard/compare-figures.ts";

export default async ({ count }: { count: number }) => [comparison("Contacts", count, await countRows("contacts"))];
