// One read that fails never becomes a storm of requests.
import { expect } from "vitest";
import { test } from "./fixtures.ts";
import { addPerson } from "./people.ts";
import { type Answer, answers, countReads } from "./shell-reads.ts";

test("audit-4 W21: whatever the office's settings answer, they are asked for at most six times in ten seconds, and the page stays", async ({
  open,
  server,
}) => {
  const person = await addPerson(server, { admin: true });
  for (const answer of Object.keys(answers)) {
    const page = await open();
    const asked = await countReads(page, server, person, "/rest/v1/office", answer as Answer);
    expect(asked, answer).toBeGreaterThan(0);
    expect(asked, answer).toBeLessThanOrEqual(6);
    await page.getByRole("main").getByRole("heading").first().waitFor();
  }
});
