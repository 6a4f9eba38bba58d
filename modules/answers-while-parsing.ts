// Reads slow inputs one after another beside a server, prints how long each took, and demands that /livez never waited.
import { expect } from "vitest";
import { serverBeside, type Waited } from "#server/testing/while-parsing.ts";
import { type SlowInput, tableOf } from "./parsers-for-tests.ts";

export async function expectAnswersWhile(inputs: readonly SlowInput[]): Promise<void> {
  const beside = await serverBeside();
  const seen: [SlowInput, Waited, number][] = [];
  try {
    for (const input of inputs) {
      // Again before each: other programs come and go on the same machine.
      const { livez } = await beside.reference();
      let waited = await beside.during(input.run);
      // A pause that is the machine's does not come back; one that is the parser's does.
      if (waited.livez > 200 + 2 * livez) waited = await beside.during(input.run);
      seen.push([input, waited, 200 + 2 * livez]);
    }
  } finally {
    await beside.close();
  }
  const rows = seen.map(([{ parser, input }, { ms, livez, pause }, limit]) => [
    parser,
    input,
    ...[ms, livez, pause, limit].map(Math.round),
  ]);
  // oxlint-disable-next-line no-console -- the table is what one reads
  console.log(tableOf([["parser", "input", "ms", "/livez", "pause", "limit"], ...rows]));
  expect(
    seen.filter(([, { livez }, limit]) => livez > limit).map(([{ parser, input }]) => `${parser}: ${input}`),
  ).toEqual([]);
}
