import { expect, test } from "vitest";
import { random, recordFacts, rightlyRefused } from "#server/testing/record-facts.ts";
import { openPool } from "./sql.ts";

const { sql, connection, kept, recounted, actRandomly } = await recordFacts();

test("records 1: last contact, open value and next step are what a recount says, after hundreds of random acts", async () => {
  for (let seed = 2; seed <= 4; seed += 1) {
    const next = random(seed);
    for (let n = 0; n < 4; n += 1) await sql`insert into public.accounts (name) values (${`First ${seed} ${n}`})`;
    const refused = await actRandomly(sql, next, 120);
    expect(refused.filter((message) => !rightlyRefused.test(message))).toEqual([]);
    const [found, counted] = [await kept(), await recounted()];
    expect(found.map((rows) => rows.length)).toEqual(counted.map((rows) => rows.length));
    expect(found).toEqual(counted);
  }
});

test("records 1: they are right after acts of several people at once", async () => {
  const pools = Array.from({ length: 4 }, () => openPool({ ...connection, max: 1 }));
  const refused = await Promise.all(pools.map((pool, index) => actRandomly(pool, random(100 + index), 60)));
  await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  expect(refused.flat().filter((message) => !rightlyRefused.test(message))).toEqual([]);
  expect(await kept()).toEqual(await recounted());
});
