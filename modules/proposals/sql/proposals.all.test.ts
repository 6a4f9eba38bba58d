// What the database holds true of proposals: numbers, versions, hashes, one answer, and all that follows from it. What `npm test -- all` adds.
import { spawn } from "node:child_process";
import path from "node:path";
import { openPool } from "#server/platform/database/sql.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { afterAll, describe, expect, test } from "vitest";

const { sql, connection } = await testDatabase();
const many = openPool({ ...connection, max: 30 });
afterAll(() => many.end({ timeout: 1 }));
const house = await proposalsForTests(sql);
const { person, sent, call, record, answer, add } = house;
const broken = async (id: string) => {
  const verified = await call<{ checks: { what: string; ok: boolean }[] }>("verify_proposal", { proposal: id });
  return verified.checks.filter(({ ok }) => !ok).map(({ what }) => what);
};

describe("the answer", () => {
  test("proposals 3: accept against withdraw, new version, decline and the last moment: exactly one wins, the loser is told which", async () => {
    const rivals: Record<string, { act: (id: string) => Promise<unknown>; told: RegExp; other: string }> = {
      withdraw: {
        act: (id) => call("withdraw_proposal", { proposal: id }, house.noor, many),
        told: /withdrawn/,
        other: "withdrawn",
      },
      revise: {
        act: (id) => call("revise_proposal", { proposal: id }, house.noor, many),
        told: /revising/,
        other: "draft",
      },
      decline: {
        act: (id) => answer(id, { kind: "declined" }, { on: many }),
        told: /already declined/,
        other: "declined",
      },
    };
    const wins = { accepted: 0, other: 0 };
    for (const { act, told, other } of Object.values(rivals))
      for (let round = 0; round < 8; round += 1) {
        const { id } = await sent({ items: [{ title: "One", unit_minor: 100 }] });
        const both = [() => answer(id, {}, { on: many }), () => act(id)];
        if (round % 2) both.reverse();
        const results = await Promise.allSettled(both.map((start) => start()));
        if (round % 2) results.reverse();
        const [accepted, rival] = results;
        const outcome = accepted!.status === "fulfilled" ? String(accepted!.value) : "failed";
        const { state } = await record(id);
        if (outcome === "accepted") {
          wins.accepted += 1;
          expect(state).toBe("accepted");
          if (rival!.status === "rejected") expect(String(rival!.reason)).toMatch(/accepted meanwhile/);
          else expect(rival!.value).toBe("already accepted");
        } else {
          wins.other += 1;
          expect(outcome).toMatch(told);
          expect(state).toBe(other);
          expect(rival!.status).toBe("fulfilled");
        }
        expect(await broken(id)).toEqual([]);
      }
    expect(wins.accepted + wins.other).toBe(24);

    const last = await sent({ valid_until: "2099-11-30", timezone: "Europe/Oslo" });
    const ends = new Date("2099-11-30T23:00:00Z");
    const tooLate = await Promise.all([
      answer(last.id, {}, { at: ends }),
      answer(last.id, {}, { at: new Date(ends.getTime() + 1) }),
    ]);
    expect(tooLate).toEqual(["expired", "expired"]);
    expect(await answer(last.id, {}, { at: new Date(ends.getTime() - 1) })).toBe("accepted");
  });

  test("proposals 2: kill -9 amid accepting leaves each acceptance whole or absent, and it can be accepted again", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 16; n += 1) {
      const deal = await add(`Killed ${n}`, { stage_id: house.stage.proposal });
      ids.push((await sent({}, { deal, contact: person })).id);
    }
    const left = [...ids];
    const program = path.join(import.meta.dirname, "../../../server/testing/accepting-process.ts");
    for (let round = 0; round < 4 && left.length > 0; round += 1) {
      const child = spawn(process.execPath, [program, connection.host, connection.database, ...left]);
      const begun = round + 1;
      let told = "";
      await new Promise<void>((resolve) => {
        child.stdout.on("data", (piece: Buffer) => (told += String(piece)).includes(`begun ${begun}`) && resolve());
        child.once("close", () => resolve());
      });
      child.kill("SIGKILL");
      // What it had asked for last may not have begun yet; it is over when its connection is.
      const backend = /^backend (\d+)$/m.exec(told)![1]!;
      await expect.poll(() => sql`select from pg_stat_activity where pid = ${backend}::int`).toHaveLength(0);
      const rows = await sql<{ id: string; state: string; parts: number[] }[]>`
        select id, state, array[
          (select count(*)::int from public.proposal_decisions as each where each.proposal_id = proposals.id),
          (select count(*)::int from public.proposal_events as each where each.proposal_id = proposals.id and kind = 'accepted'),
          (select count(*)::int from public.payment_requests as each where each.proposal_id = proposals.id),
          (select count(*)::int from public.events as each where each.record_id = proposals.id and kind = 'accepted'),
          (select count(*)::int from public.outbox as each where each.origin_id = proposals.id and dedupe_key like '%:accepted'),
          (select count(*)::int from public.deals as each where each.id = proposals.deal_id and stage_kind = 'won')] as parts
        from public.proposals where id = any (${ids})`;
      for (const { id, state, parts } of rows) {
        const share = state === "accepted" ? 1 : 0;
        expect(parts, id).toEqual(parts.map(() => share));
      }
      for (const { id, state } of rows) if (state === "accepted" && left.includes(id)) left.splice(left.indexOf(id), 1);
    }
    expect(left.length).toBeLessThan(16);
    for (const id of left) expect(await answer(id)).toBe("accepted");
  });
});
