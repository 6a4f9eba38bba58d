// The client's home page: 1,000 clients signed in, 100,000 documents, each request another client.
import { createHash, randomBytes } from "node:crypto";
import { startServer } from "../../e2e/start-server.ts";
import { openPool } from "../../server/platform/database/sql.ts";
import { proposalsForTests } from "../../server/testing/proposals-for-tests.ts";
import { startOwnPostgres } from "../../tools/fault-tests/own-postgres.ts";
import { median, record, table } from "../record.ts";

const clients = 1000;
const documents = 100_000;
const turns = 1000;
const budget = 50;
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;

const postgres = await startOwnPostgres();
const sql = openPool({ connectionString: postgres.url, max: 4 });
const server = await startServer({
  DATABASE_URL: postgres.url,
  LOG_LEVEL: "silent",
  MODULES: "all",
  TRUSTED_PROXIES: "127.0.0.1",
});
try {
  const house = await proposalsForTests(sql);
  await sql`update public.modules set live = true`;
  const tokens = Array.from({ length: clients }, () => randomBytes(32).toString("base64url"));
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest("hex"));
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`create temporary table made on commit drop as
      select n, uuidv7() as account, uuidv7() as contact, gen_random_uuid() as member, uuidv7() as folder from generate_series(1, ${clients}::int) as n`;
    await tx`insert into public.accounts (id, name) select account, 'Company ' || n from made`;
    await tx`insert into public.contacts (id, account_id, name, email) select contact, account, 'Person ' || n, 'person' || n || '@example.com' from made`;
    await tx`insert into auth.users (id, aud, role, email, created_at, updated_at)
      select member, 'authenticated', 'authenticated', 'person' || n || '@example.com', now(), now() from made`;
    await tx`insert into public.client_access (contact_id, account_id, user_id, bound_to)
      select contact, account, member, 'person' || n || '@example.com' from made`;
    await tx`insert into private.client_sessions (user_id, token_hash, expires_at)
      select member, decode((${hashes}::text[])[n], 'hex'), now() + interval '30 days' from made`;
    await tx`insert into public.folders (id, account_id, name, name_key, kind) select folder, account, 'Documents', 'documents', 'documents' from made`;
    await tx`create temporary table filed on commit drop as
      select uuidv7() as document, uuidv7() as version, uuidv7() as file, made.account, made.folder, of.no
      from made, generate_series(1, ${documents / clients}::int) as of (no)`;
    await tx`insert into private.files (id, key, place, state, size, sha256) select file, file::text, 'disk', 'ready', 1000, sha256(file::text::bytea) from filed`;
    await tx`insert into public.documents (id, account_id, folder_id, title, current_version, client_since)
      select document, account, folder, 'Report ' || no, 1, now() from filed`;
    await tx`insert into public.document_versions (id, document_id, no, file_name, size, sha256, mime_sniffed, file_id)
      select version, document, 1, 'report.pdf', 1000, repeat('0', 64), 'application/pdf', file from filed`;
    await tx`insert into public.client_messages (account_id, contact_id, body) select account, contact, 'Hello ' || no from made, generate_series(1, 10) as of (no)`;
    await tx`insert into public.payment_requests (number, account_id, contact_id, title, amount_minor, currency, issued_on, due_on, state)
      select format('R-2026-%s', n * 10 + no), account, contact, 'Work ' || no, 100000, 'USD', public.office_today() - 5, public.office_today() + 9, 'open'
      from made, generate_series(1, 5) as of (no)`;
  });
  await house.sent();
  await sql`vacuum analyze`;

  const ask = async (place: number) => {
    const started = performance.now();
    const answer = await fetch(`${server.url}/client`, { headers: { cookie: `client=${tokens[place % clients]}` } });
    const page = await answer.text();
    const took = performance.now() - started;
    if (!answer.ok || !page.includes(`Person ${(place % clients) + 1},`))
      throw new Error(`The home page answered ${answer.status}`);
    return took;
  };
  for (let place = 0; place < 50; place += 1) await ask(place);
  const times: number[] = [];
  for (let place = 0; place < turns; place += 1) times.push(await ask(place));
  const together: number[] = [];
  for (let place = 0; place < turns; place += 4)
    together.push(...(await Promise.all([0, 1, 2, 3].map((more) => ask(place + more)))));
  const row = (name: string, taken: number[]) => [name, median(taken).toFixed(1), p95(taken).toFixed(1), budget];
  record(
    "Client area",
    "npm run bench -- client-area",
    `${table(["home page, from request to last byte", "median ms", "p95 ms", "budget"], [row("one after the other", times), row("four at a time", together)])}

${clients.toLocaleString("en-US")} clients are signed in, each with ${documents / clients} documents (${documents.toLocaleString("en-US")} in all), five requests and ten messages; each request is another client's.`,
  );
  if (p95(times) > budget) process.exitCode = 1;
} finally {
  await server.stop();
  await sql.end({ timeout: 1 });
  await postgres.stop();
}
