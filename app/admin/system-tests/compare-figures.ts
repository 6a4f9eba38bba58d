// Reads the dashboard as it is shown; each module sums the lists behind its own figures.
import type { Comparison } from "#domain/module.ts";
import { allModules } from "#app/admin/areas.ts";
import { hasFailed, partOf, readOwnerDashboard } from "#app/lib/owner-dashboard.ts";
import { RequestError } from "#app/lib/request-error.ts";

export async function compareFigures(): Promise<Comparison[]> {
  const answer = await readOwnerDashboard(false);
  const found = allModules.map(async ({ key, compareFigures: load }) => {
    const part = partOf(answer, key);
    if (!load || !part) return [];
    if (hasFailed(part)) throw new RequestError(part.error, 500);
    const { default: compare } = await load();
    return compare(part as never);
  });
  return (await Promise.all(found)).flat();
}
