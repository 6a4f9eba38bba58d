// Every released version can be left behind: its backup is restored, and a database it made is upgraded in place.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { storedKeys } from "#server/supabase/auth/tokens/key-store.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { otherDatabases } from "#server/testing/other-databases.ts";
import { backupOf, changedRows, emptyTables, makeBefore, releasesWithBackup } from "#server/testing/released.ts";
import { schemaSnapshot } from "#server/testing/schema-snapshot.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { migrate } from "./migrate.ts";
import { checkBackup, loadBackup } from "./restore.ts";
import type { Sql } from "./sql.ts";

const { sql, connection } = await testDatabase();
const { onAnother } = otherDatabases(sql, connection);
const log = pino({ level: "silent" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-released-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** What 1.0.0 corrects in rows of before, by table. Everything else stays as it was. */
const corrected: Record<string, Record<string, number>> = {
  "0eab833": {
    "public.deals": 1, // a won deal included sales tax
    "public.inquiries": 2, // one reply had not left; the other left later than recorded
    "public.notes": 1, // a note of blanks
    "public.subjects": 1, // made room for a new one
    "public.tasks": 1, // of the reply that had not left
  },
};

test("every version of the changelog has a backup", () => {
  const changelog = readFileSync(path.resolve(import.meta.dirname, "../../../CHANGELOG.md"), "utf8");
  const versions = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version!);
  expect(versions).toContain("1.0.0");
  expect(releasesWithBackup()).toEqual(expect.arrayContaining(versions));
});

test.each(releasesWithBackup())("the backup of %s has rows in every table", async (release) => {
  expect(await emptyTables(backupOf(release))).toEqual([]);
});

test.each(releasesWithBackup())("a backup of %s is restored whole, into today's schema", (release) =>
  onAnother(async (database) => {
    const file = backupOf(release);
    const manifest = await checkBackup(file);
    expect(storedKeys.safeParse(manifest.keys).success).toBe(true);
    await loadBackup(database, log, file, manifest, path.join(dataDir, release));
    expect(await changedRows(database, release)).toEqual(corrected[release] ?? {});
    expect(await schemaSnapshot(database)).toEqual(await schemaSnapshot(sql));
    await expectCorrections(database);
    await everyModuleAnswers(database);
    // Files are what their rows say, and mail that waited still waits.
    const stored = await database<{ key: string; sha256: Buffer }[]>`
      select key, sha256 from private.files where state = 'ready' and place = 'disk'`;
    expect(stored.length).toBeGreaterThan(0);
    for (const { key, sha256 } of stored) {
      const bytes = readFileSync(path.join(dataDir, release, "files", key.slice(0, 2), key));
      expect(createHash("sha256").update(bytes).digest("hex"), key).toBe(sha256.toString("hex"));
    }
    expect(readdirSync(path.join(dataDir, release, "outbox"))).toHaveLength(1);
  }),
);

test.each(["0eab833", "fe33d02"])("a database made by %s is upgraded in place", (release) =>
  onAnother(async (database) => {
    await makeBefore(database, release);
    expect(await changedRows(database, release)).toEqual({});
    await migrate(database, log);
    expect(await changedRows(database, release)).toEqual(corrected[release] ?? {});
    expect(await schemaSnapshot(database)).toEqual(await schemaSnapshot(sql));
    await expectCorrections(database);
    await everyModuleAnswers(database);
  }),
);

/** Answers are replies that left; a won deal is net. True of every release after the upgrade, whatever it recorded. */
async function expectCorrections(database: Sql): Promise<void> {
  const wrong = await database`
    select inquiries.reference from public.inquiries join public.outbox on origin_kind = 'inquiry' and origin_id = inquiries.id and dedupe_key like 'reply:%'
    where (inquiries.state = 'answered') <> (outbox.sent_at is not null) or inquiries.answered_at is distinct from outbox.sent_at`;
  expect([...wrong]).toEqual([]);
  const gross = await database`
    select deals.id from public.proposal_decisions join public.proposals on proposals.id = proposal_id join public.deals on deals.id = deal_id
    where kind = 'accepted' and deals.stage_kind = 'won' and deals.amount_minor is distinct from (proposal_decisions.content #>> '{totals,net_minor}')::bigint`;
  expect([...gross]).toEqual([]);
}

/** What each module's first screen asks. */
async function everyModuleAnswers(database: Sql): Promise<void> {
  const userId = await addUser(database, { admin: true });
  await actAs(database, { role: "authenticated", userId }, async (tx) => {
    const [{ name }] = (await tx`select name from public.contacts order by created_at desc limit 1`) as [
      { name: string },
    ];
    expect(await tx`select name from public.search_contacts(${name})`).toContainEqual({ name });
    expect((await tx`select * from public.search_accounts('a')`).length).toBeGreaterThan(0);
    const [answers] = await tx`select
      public.deal_board() as deals, public.inquiry_counts() as inquiries, public.task_counts() as tasks, public.outbox_summary() as outbox,
      public.payment_list() as payments, public.proposal_list() as proposals, public.template_list() as templates,
      public.sequence_list() as sequences, public.document_folders() as documents, public.report_pipeline() as reports`;
    for (const [module, answer] of Object.entries(answers!)) expect(answer, module).not.toBeNull();
    expect((await tx`select * from public.events limit 1`).length).toBe(1);
    await tx`insert into public.accounts (name) values ('After the upgrade')`;
    expect((await tx`select * from public.search_accounts('After the upgrade')`).length).toBe(1);
  });
}
