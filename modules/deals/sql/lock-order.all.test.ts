// Deals that are moved, retired and edited at the same moment wait for each other and never block each other for good: every way locks
// stages by id, then deals by id. DEADLOCK_ROUNDS=1000 is what a release is held to.
import { beforeEach, expect, test } from "vitest";
import { openPool, type Sql } from "#server/platform/database/sql.ts";
import { actAs } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { dealsForTests } from "#server/testing/deals-for-tests.ts";

const rounds = Number(process.env["DEADLOCK_ROUNDS"] ?? 25);

const { sql, connection } = await testDatabase();
const { stage, add, move, as, empty, noor } = await dealsForTests(sql);
beforeEach(empty);

/** Runs the work of a round all at once, each on its own connection, and answers the codes of what failed. */
async function together(sessions: Sql[], work: ((session: Sql) => Promise<unknown>)[]): Promise<string[]> {
  const ended = await Promise.allSettled(work.map((each, place) => each(sessions[place]!)));
  return ended.flatMap((one) => (one.status === "rejected" ? [String((one.reason as { code?: string }).code)] : []));
}
const withSessions = async (count: number, work: (sessions: Sql[]) => Promise<void>) => {
  const sessions = Array.from({ length: count }, () => openPool({ ...connection, max: 1 }));
  try {
    await work(sessions);
  } finally {
    await Promise.all(sessions.map((session) => session.end({ timeout: 5 })));
  }
};
const bulk = (ids: string[], to: string) => (session: Sql) =>
  actAs(session, noor, (tx) => tx`select * from public.move_deals(${ids}::uuid[], ${to})`);
const edit = (id: string, to: string) => (session: Sql) =>
  actAs(session, noor, (tx) => tx`update public.deals set stage_id = ${to} where id = ${id}`);

test(
  "deals 11: retiring a stage beside moves, bulk moves and edits of its deals never ends in a deadlock",
  { timeout: 20_000 + rounds * 1_000 },
  async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, place) => add(`Deal ${place}`)));
    await withSessions(6, async (sessions) => {
      for (let round = 0; round < rounds; round += 1) {
        const [extra] = await as(
          (tx) => tx<{ id: string }[]>`
            insert into public.deal_stages (name, kind, probability) values (${`Stage ${round}`}, 'open', 30) returning id`,
        );
        await as((tx) => tx`select * from public.move_deals(${ids}::uuid[], ${extra!.id})`);
        const failed = await together(sessions, [
          (session) => actAs(session, noor, (tx) => tx`select public.retire_stage(${extra!.id}, ${stage.discovery})`),
          (session) => move(ids[round % 12]!, stage.proposal, {}, session),
          (session) => move(ids[(round + 5) % 12]!, stage.new, {}, session),
          bulk(ids.toReversed(), stage.negotiation),
          edit(ids[(round + 7) % 12]!, stage.proposal),
          bulk(ids.slice(3, 9), stage.new),
        ]);
        expect(failed).toEqual([]);
      }
    });
  },
);

test(
  "a bulk move of twelve beside single moves and edits of the same deals never ends in a deadlock",
  { timeout: 20_000 + rounds * 1_000 },
  async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, place) => add(`Deal ${place}`)));
    const columns = [stage.new, stage.discovery, stage.proposal, stage.negotiation];
    await withSessions(6, async (sessions) => {
      for (let round = 0; round < rounds; round += 1) {
        const to = (step: number) => columns[(round + step) % columns.length]!;
        const failed = await together(sessions, [
          bulk(ids, to(0)),
          bulk(ids.toReversed(), to(1)),
          (session) => move(ids[round % 12]!, to(1), {}, session),
          (session) => move(ids[(round + 6) % 12]!, to(2), {}, session),
          edit(ids[(round + 3) % 12]!, to(3)),
          edit(ids[(round + 9) % 12]!, to(0)),
        ]);
        expect(failed).toEqual([]);
      }
    });
  },
);
