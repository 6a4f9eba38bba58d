// What each right opens, found out by trying: for every area and action there is a role with that alone, which reads and writes every
// table and calls every function. The list beside this file is what was agreed; whatever is added must be named there.
import { expect, test } from "vitest";
import type { Right } from "#domain/rights.ts";
import { allAreas, allRights } from "#modules/registry.ts";
import { argumentLines, attemptsForTests, knownArguments, markers } from "#server/testing/attempts-for-tests.ts";

/** Areas that a policy opens along with another: what is to be paid is what was invoiced. */
const readsToo: Readonly<Record<string, readonly string[]>> = { payments: ["invoices"] };

/** Words of other areas that a role with one right alone got to read. */
const strays: string[] = [];
let looks = 0;

const { attemptAs, functionAttempts, roles, roleWith, tableAttempts } = await attemptsForTests();

test("team 1: each right opens what the list says, and the words of no other area", { timeout: 240_000 }, async () => {
  const functions = await functionAttempts(knownArguments());
  await expect(argumentLines(functions.chosen)).toMatchFileSnapshot("rights.arguments.txt");
  const attempts = [...(await tableAttempts()), ...functions.attempts];
  const nothing = await attemptAs(roles.none, attempts);
  // What not even all rights together change needs no further look.
  const everything = await attemptAs(await roleWith(allRights), attempts);
  const open = attempts.filter(({ name }) => everything.get(name) !== nothing.get(name));
  const opens = new Map<string, Set<string>>(attempts.map(({ name }) => [name, new Set()]));
  /** What differs from what one had before is opened by these rights; a refusal opens nothing. */
  const opened = (got: Map<string, string>, before: Map<string, string>) =>
    [...got].filter(([name, what]) => what !== before.get(name) && what !== "refused").map(([name]) => name);
  const lookAt = async ({ area, actions }: (typeof allAreas)[number]) => {
    const read: Right[] = actions.includes("read") ? [`${area} read`] : [];
    const reader = await attemptAs(await roleWith(read), open);
    for (const [name, what] of reader) {
      looks += 1;
      const own = [area, ...(readsToo[area] ?? [])];
      const foreign = what.match(markers)?.filter((word) => !own.includes(word.slice(2))) ?? [];
      if (foreign.length > 0) strays.push(`${area} | ${name}: ${foreign.join(" ")}`);
    }
    for (const name of opened(reader, nothing)) opens.get(name)!.add(`${area} read`);
    // All further actions at once, and then each alone, for what they opened together.
    const further = actions.filter((action) => action !== "read").map((action): Right => `${area} ${action}`);
    if (further.length === 0) return;
    const writing = open.filter(({ writes }) => writes);
    const names = new Set(opened(await attemptAs(await roleWith([...read, ...further]), writing), reader));
    for (const right of further) {
      const got = await attemptAs(
        await roleWith([...read, right]),
        writing.filter(({ name }) => names.has(name)),
      );
      for (const name of opened(got, reader)) opens.get(name)!.add(right);
    }
  };
  // One after the other: statements that write would wait for each other's locks.
  for (const area of allAreas) await lookAt(area);
  const lines = [...opens].map(([name, rights]) => {
    const always = nothing.get(name)!;
    const everyone =
      ["refused", "nothing"].includes(always) || always.startsWith("!") ? [] : ["everyone who works here"];
    return `${name}: ${[...everyone, ...allRights.filter((right) => rights.has(right))].join(", ") || "no single right"}`;
  });
  await expect(`${lines.toSorted().join("\n")}\n`).toMatchFileSnapshot("rights.list.txt");
  expect(strays).toEqual([]);
});

test("audit-4 S17: no table and no function tells a role names, titles or numbers of another area", () => {
  // Found by the test above; boards, bank lines and invoices are filled with words of five areas.
  expect(looks).toBeGreaterThan(1000);
  expect(strays).toEqual([]);
});
