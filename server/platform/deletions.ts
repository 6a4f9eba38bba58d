// Deleted companies and people can be brought back for thirty days; then what was kept of them goes.
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "./database/sql.ts";
import type { JobKind } from "./jobs/jobs.ts";

const keptDays = 30;

export function purgeDeletions(sql: Sql, now: () => Date = currentTime): JobKind {
  const oldest = () => new Date(now().getTime() - keptDays * 86_400_000);
  return {
    name: "deletions",
    async findDue() {
      const [due] = await sql<{ any: boolean }[]>`
        select exists (select from public.deletions where at < ${oldest()}) as any`;
      return due?.any ? ["purge"] : [];
    },
    async run() {
      await sql`select private.purge_deletions(${oldest()})`;
    },
  };
}

/** A deleted own field can be brought back for as long. */
export function purgeOwnFields(sql: Sql, now: () => Date = currentTime): JobKind {
  const oldest = () => new Date(now().getTime() - keptDays * 86_400_000);
  return {
    name: "own-fields",
    async findDue() {
      const [due] = await sql<{ any: boolean }[]>`
        select exists (select from public.own_fields where deleted_at < ${oldest()}) as any`;
      return due?.any ? ["purge"] : [];
    },
    async run() {
      await sql`select private.purge_own_fields(${oldest()})`;
    },
  };
}

/** An edit of many records can be undone for as long. */
export function purgeEdits(sql: Sql, now: () => Date = currentTime): JobKind {
  const oldest = () => new Date(now().getTime() - keptDays * 86_400_000);
  return {
    name: "edits",
    async findDue() {
      const [due] = await sql<{ any: boolean }[]>`
        select exists (select from public.imports where edit is not null and imported_at < ${oldest()}) as any`;
      return due?.any ? ["purge"] : [];
    },
    async run() {
      await sql`select private.purge_edits(${oldest()})`;
    },
  };
}

/** Accepted proposals and invoices of erased people are kept as long as the law asks for; then they go too. */
export function endKeptByLaw(sql: Sql, now: () => Date = currentTime): JobKind {
  return {
    name: "kept-by-law",
    async findDue() {
      const [due] = await sql<{ any: boolean }[]>`
        select exists (select from private.kept_by_law where until < public.office_day(${now()})) as any`;
      return due?.any ? ["end"] : [];
    },
    async run() {
      await sql`select private.end_kept_by_law(public.office_day(${now()}))`;
    },
  };
}
