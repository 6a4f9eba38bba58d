// rights.test.ts calls each function with the values written in rights.arguments.txt. Here they are chosen anew: what was written
// once still gets an administrator the most.
import { expect, test } from "vitest";
import { argumentLines, attemptsForTests } from "#server/testing/attempts-for-tests.ts";

const { functionAttempts } = await attemptsForTests();

test("team 1: what functions are called with is what opens most to an administrator", async () => {
  const { chosen } = await functionAttempts(new Map());
  await expect(argumentLines(chosen)).toMatchFileSnapshot("rights.arguments.txt");
});
