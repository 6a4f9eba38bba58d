// Settings and figures of System Tests are in admin-settings.e2e.ts; here: the server's own work, as an administrator sees it.
import { expect } from "vitest";
import { readEnv } from "#server/env.ts";
import { createLog } from "#server/http/log.ts";
import { joinDatabase } from "#server/platform/database/database.ts";
import { expectAccessibleInBothThemes } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { asAdmin } from "./people.ts";

test("work that failed is listed with its reason and can be run again", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/test");
  const list = page.getByRole("region", { name: "Background jobs" });
  await list.getByText("Nothing waits, and nothing has failed.").waitFor();

  const database = await joinDatabase(readEnv({ DATA_DIR: server.dataDir }), createLog({ LOG_LEVEL: "silent" }));
  const { sql } = database;
  // Due much later, so that no one sends it before the button is pressed.
  const [mail] = await sql<{ id: string }[]>`
    insert into public.outbox (class, state, dedupe_key, origin_kind, to_address, subject, body_text, secret, not_before, expires_at)
    values ('system', 'queued', 'test', 'system', 'ada@norrfall.example', 'Your link', '', '{"text": "Hello", "html": "Hello"}',
      now() + interval '1 hour', now() + interval '2 hours')
    returning id`;
  const id = mail?.id ?? "";
  await sql`
    insert into pgboss.job (name, data, singleton_key, state, started_on, completed_on, output)
    values ('outbox', ${JSON.stringify({ key: id })}, ${id}, 'failed', now(), now(), '{"message": "The mail server hung up"}')`;

  await page.reload();
  const row = list.getByRole("listitem");
  await row.getByText("Failed", { exact: true }).waitFor();
  expect(await row.innerText()).toContain("The mail server hung up");
  await expectAccessibleInBothThemes(page, "a failed job");
  await sql`update public.outbox set not_before = now() where id = ${id}`;
  await row.getByRole("button", { name: "Run again Mail" }).click();
  await toast(page, "Started again");
  const stateOf = async () =>
    (await sql<{ state: string }[]>`select state from public.outbox where id = ${id}`)[0]?.state;
  await expect.poll(stateOf).toBe("sent");
  await list.getByText("Nothing waits, and nothing has failed.").waitFor();
  await database.close();
});
