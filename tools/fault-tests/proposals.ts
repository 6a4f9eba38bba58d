// A server is killed with -9 again and again while clients accept: each acceptance is whole, with deposit, mails, entries and deal,
// or it is not there at all, and the same page accepts it afterwards.
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, startServer } from "../../e2e/start-server.ts";
import { createLinks } from "../../server/platform/links/links.ts";
import { openPool } from "../../server/platform/database/sql.ts";
import { proposalsForTests } from "../../server/testing/proposals-for-tests.ts";
import { findings } from "./findings.ts";
import { startOwnPostgres } from "./own-postgres.ts";

const rounds = 12;
const perRound = 10;
const { expectThat, note, finish } = findings(
  "proposals",
  `${rounds} times a server is killed with -9 while ${perRound} proposals are accepted by their pages.`,
);
const postgres = await startOwnPostgres();
const sql = openPool({ connectionString: postgres.url, max: 4 });
const settings = { DATABASE_URL: postgres.url, LOG_LEVEL: "silent", MODULES: "all", TRUSTED_PROXIES: "127.0.0.1" };
let server: RunningServer = await startServer(settings);
try {
  const house = await proposalsForTests(sql);
  const links = createLinks(sql);
  let whole = 0;
  let absent = 0;
  let broken = 0;
  let stuck = 0;
  for (let round = 0; round < rounds; round += 1) {
    const tokens = new Map<string, string>();
    for (let n = 0; n < perRound; n += 1) {
      const deal = await house.add(`Drill ${round}.${n}`, { stage_id: house.stage.proposal });
      const { id } = await house.sent({}, { deal, contact: house.person });
      tokens.set(id, (await links.issue({ kind: "proposal", subjectId: id })).token);
    }
    // Each link is its own visitor, from its own network.
    const accept = async (token: string, network: number) => {
      const headers = { "x-forwarded-for": `198.51.${network % 200}.1` };
      const page = await (await fetch(`${server.url}/p/${token}`, { headers })).text();
      const form = page.split("<form").find((part) => /name="action"\s+value="accept"/.test(part)) ?? "";
      const fields = new URLSearchParams(
        [...form.matchAll(/<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"/g)].map(([, name, value]) => [
          name!,
          value!,
        ]),
      );
      fields.set("name", "Maren Oduya");
      fields.set("consent", "yes");
      return fetch(`${server.url}/p/${token}`, { method: "POST", body: fields, headers });
    };
    // One is through and says how long it takes; the kill comes while the others are under way.
    const [first = "", ...others] = tokens.values();
    const started = performance.now();
    await accept(first, round * perRound);
    const taken = performance.now() - started;
    const all = Promise.allSettled(others.map((token, n) => accept(token, round * perRound + n + 1)));
    await sleep(taken * (0.5 + 3 * Math.random()));
    process.kill(server.pid, "SIGKILL");
    await Promise.all([all, server.exited]);
    server = await startServer(settings);
    for (const id of tokens.keys()) {
      const [row] = await sql<{ state: string; parts: number[] }[]>`
        select state, array[
          (select count(*)::int from public.proposal_decisions where proposal_id = ${id}),
          (select count(*)::int from public.proposal_events where proposal_id = ${id} and kind = 'accepted'),
          (select count(*)::int from public.payment_requests where proposal_id = ${id}),
          (select count(*)::int from public.events where record_id = ${id} and kind = 'accepted'),
          (select count(*)::int from public.outbox where origin_id = ${id} and dedupe_key like '%:accepted'),
          (select count(*)::int from public.deals where id = proposals.deal_id and stage_kind = 'won')] as parts
        from public.proposals where id = ${id}`;
      const sum = row!.parts.reduce((total, part) => total + part, 0);
      if (row!.state === "accepted" && row!.parts.every((part) => part === 1)) whole += 1;
      else if (row!.state !== "accepted" && sum === 0) absent += 1;
      else broken += 1;
      if (row!.state !== "accepted" && (await house.answer(id)) !== "accepted") stuck += 1;
    }
  }
  // Cents: what is shown, frozen and asked for is the same number for ten thousand random documents.
  const [told] = await sql<{ compared: number; different: number }[]>`
    with answered as (
      select public.document_totals((
        select jsonb_agg(jsonb_build_object('quantity_milli', (random() * 20000)::int + line * 0, 'unit_minor', (random() * 5000000)::int,
          'discount_bp', (random() * 3000)::int, 'tax_bp', (array[0, 700, 1900, 2500])[1 + (random() * 3)::int])) from generate_series(1, 1 + n % 6) as line),
        (array['USD', 'JPY', 'KWD'])[1 + n % 3], jsonb_build_object('discount_bp', (random() * 3000)::int, 'deposit_bp', (random() * 10000)::int)) as totals
      from generate_series(1, 10000) as n)
    select count(*)::int as compared, count(*) filter (where
      (totals ->> 'total_minor')::bigint <> (select sum((line ->> 'net_minor')::bigint + (line ->> 'tax_minor')::bigint) from jsonb_array_elements(totals -> 'lines') as line)
      or (totals ->> 'deposit_minor')::bigint + (totals ->> 'rest_minor')::bigint <> (totals ->> 'total_minor')::bigint)::int as different
    from answered`;
  expectThat(
    `lines, totals and deposits agree to the cent for ${told?.compared} random documents`,
    told?.compared === 10_000 && told.different === 0,
  );
  note(`${whole} acceptances were whole, ${absent} were not there at all, ${broken} were broken`);
  expectThat("no acceptance is in part", broken === 0);
  expectThat("what was cut off is accepted afterwards", stuck === 0);
  expectThat("kills met acceptances on both sides", whole > 0 && absent > 0);
} finally {
  await server.stop();
  await sql.end({ timeout: 1 });
  await postgres.stop();
}
finish();
