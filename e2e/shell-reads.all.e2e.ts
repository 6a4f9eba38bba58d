// Each read of the shell, with each of three answers that are not what it expects.
import { expect } from "vitest";
import { test } from "./fixtures.ts";
import { addPerson, asOwner } from "./people.ts";
import { type Answer, answers, countReads, readsOfShell } from "./shell-reads.ts";

test.for(Object.keys(answers) as Answer[])(
  "audit-4 W21: no read of the shell is asked for more than six times in ten seconds when it answers %s",
  { timeout: 900_000 },
  async (answer, { open, server }) => {
    await asOwner(server, "/rest/v1/modules?key=neq.none", { method: "PATCH", body: { live: true } });
    const person = await addPerson(server, { admin: true });
    const reads = await readsOfShell(await open(), server, person);
    expect(reads).toEqual(expect.arrayContaining(["/rest/v1/office", "/rest/v1/modules"]));
    const storms: string[] = [];
    for (const read of reads) {
      const page = await open();
      const asked = await countReads(page, server, person, read, answer);
      if (asked > 6) storms.push(`${read}: ${asked}`);
      await page.close();
    }
    expect(storms).toEqual([]);
  },
);
