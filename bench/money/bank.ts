// A statement of 10,000 lines: half name their request and pay it to the cent, a quarter name it and are short, an eighth have only the amount,
// the others are of somebody we do not know. Read and kept as by a person who drops the file; then the list; then the same lines with the rule on.
import type { Sql } from "../../server/platform/database/sql.ts";
import { bankHouse } from "../../modules/cash/testing/bank-house.ts";
import { camt, type Entry } from "../../modules/cash/testing/camt-files.ts";
import { processorTime } from "./processor-time.ts";
import { addOpenRequests, openRequests } from "./filled-house.ts";

const budgets = { read: 10_000, list: 80, booked: 60_000 };

function lines(): Entry[] {
  return Array.from({ length: openRequests }, (_, at) => {
    const n = at + 1;
    const number = `R-8888-${String(n).padStart(5, "0")}`;
    const manner = n % 8;
    const minor = 200_000 + n - (manner === 4 || manner === 5 ? 1_500 : manner === 7 ? 1_000_000_000 : 0);
    return {
      amount: (Math.abs(minor) / 100).toFixed(2),
      reference: `BENCH${n}`,
      parts: [
        {
          name: `Company ${n % 500} GmbH`,
          iban: `DE0212030000000${String(n % 500).padStart(7, "0")}`,
          text: manner < 6 ? `Invoice ${number} thank you` : "Transfer",
        },
      ],
    };
  });
}

export async function benchBank(sql: Sql): Promise<{ rows: (string | number)[][]; missed: boolean }> {
  await addOpenRequests(sql);
  const house = await bankHouse(sql);
  const file = camt({ entries: lines() });
  const rows: (string | number)[][] = [];
  let missed = false;
  const measured = async <T>(what: string, budget: number, work: () => Promise<T>): Promise<T> => {
    const before = await spent();
    const start = performance.now();
    const answer = await work();
    const [ms, clock] = [(await spent()) - before, performance.now() - start];
    missed ||= ms > budget;
    rows.push([what, ms.toFixed(0), budget, clock.toFixed(0)]);
    console.log(rows.at(-1)!.join(" | "));
    return answer;
  };
  /** Processor time of this process, which reads the file, and of the database's connections. */
  async function spent(): Promise<number> {
    const pids = await sql<{ pid: number }[]>`select pid from pg_stat_activity where backend_type = 'client backend'`;
    const { user, system } = process.cpuUsage();
    return pids.reduce((sum, { pid }) => sum + processorTime(pid), (user + system) / 1000);
  }
  const added = (taken: { status: number; body: { added: number; booked: number } }) => {
    if (taken.status !== 200 || taken.body.added !== openRequests)
      throw new Error(`not taken: ${JSON.stringify(taken)}`);
    return taken.body;
  };
  await measured("a file of 10,000 lines: looked at", budgets.read, () => house.look(file));
  const taken = added(await measured("a file of 10,000 lines: read and kept", budgets.read, () => house.take(file)));
  await sql`vacuum analyze public.bank_lines`;
  await measured("bank, first page of 50 with suggestions", budgets.list, () => page(0));
  await measured("bank, page 100", budgets.list, () => page(5000));
  await house.call("public.undo_bank_file($1)", (taken as unknown as { import: string }).import);
  await house.call("public.set_bank_rule(true)");
  const booked = added(
    await measured("the same file with the rule on: certain ones booked", budgets.booked, () =>
      house.take(file, { name: "again.xml" }),
    ),
  );
  if (booked.booked < openRequests / 2) throw new Error(`only ${booked.booked} were booked`);
  rows.at(-1)![0] = `the same file with the rule on: ${booked.booked.toLocaleString("en")} booked`;
  return { rows, missed };

  async function page(skip: number): Promise<void> {
    const found = await house.as(
      (tx) => tx<{ suggestions: unknown[] }[]>`select * from public.bank_lines_list('{}', 50, ${skip})`,
    );
    if (found.length !== 50) throw new Error("no page of lines");
  }
}
