// A server process of its own that books as many times at once as it is told: node booking-process.ts <connection> <page> <time> <count>
import { openPool } from "#server/platform/database/sql.ts";

const [connection = "{}", page = "", starts = "", count = "1", at = ""] = process.argv.slice(2);
const sql = openPool({ ...(JSON.parse(connection) as { host: string; user: string; database: string }), max: 20 });
const book = (n: number) => {
  const given = {
    submission: crypto.randomUUID(),
    page,
    starts_at: starts,
    guest_zone: "UTC",
    guest_locale: "en",
    name: `Guest ${n}`,
    email: `g${process.pid}-${n}@crowd${n}.example`,
    answers: {},
    form: crypto.randomUUID(),
    held_because: [],
    sender: {},
  };
  return sql<
    { answer: { meeting?: string; taken?: string[] } }[]
  >`select private.book_meeting(${JSON.stringify(given)}::jsonb, ${at}) as answer`;
};
// Twenty at once, each with a connection: a pool that is waited for too long gives up.
const answers: Awaited<ReturnType<typeof book>>[] = [];
let next = 0;
await Promise.all(
  Array.from({ length: 20 }, async () => {
    while (next < Number(count)) answers.push(await book((next += 1)));
  }),
);
await sql.end();
process.stdout.write(JSON.stringify(answers.map(([row]) => row!.answer)));
