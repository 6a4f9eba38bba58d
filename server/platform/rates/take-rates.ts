// Rates of a file go into the database in one statement; each night the server may ask for the newest by itself.
import type { JobKind } from "../jobs/jobs.ts";
import type { Sql } from "../database/sql.ts";
import { gateClosed } from "../outbox/gate-closed.ts";
import { createParserThread } from "../parsing/parser-thread.ts";
import { type EuroRates, maxRatesBytes, NoRatesFile } from "./ecb-file.ts";
import type { RateTasks } from "./ecb-thread.ts";

export const ecbAddress = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";

export interface TakenRates {
  added: number;
  known: number;
  changed: { currency: string; day: string; kept: number; file: number }[];
  newest: string;
}

const thread = createParserThread<RateTasks>({
  program: new URL("./ecb-thread.ts", import.meta.url),
  seconds: 20,
  memoryMb: 512,
});

export async function readRates(text: string): Promise<EuroRates> {
  const read = await thread.ask("rates", "read", text).catch(() => {
    throw new NoRatesFile("The file cannot be read. Nothing was read.");
  });
  if ("problem" in read) throw new NoRatesFile(read.problem);
  return read;
}

export async function takeRates(sql: Sql, text: string): Promise<TakenRates> {
  const { codes, days, rates } = await readRates(text);
  const [row] = await sql<{ taken: TakenRates }[]>`
    select private.take_rates(${codes}::text[], ${days}::date[], ${rates}::numeric[]) as taken`;
  return row!.taken;
}

interface Fetching {
  sql: Sql;
  publishing: boolean | null;
  now: () => Date;
  /** Loopback in tests. */
  address?: string;
}

const hour = 3_600_000;

/** Off until someone turns it on; nothing is asked in the safe mode. A failure is shown, and asked again after an hour. */
export function nightlyRates({ sql, publishing, now, address = ecbAddress }: Fetching): JobKind {
  return {
    name: "exchange-rates",
    concurrency: 1,
    async findDue() {
      const due = await sql`
        select from public.rate_settings where fetches and coalesce(fetched_on < public.office_today(), true)
          and coalesce(asked_at < ${new Date(now().getTime() - hour)}, true)`;
      return due.length > 0 ? ["daily"] : [];
    },
    async run(_, signal) {
      if (await gateClosed(sql, publishing)) return;
      const claimed = await sql`
        update public.rate_settings set asked_at = ${now()}
        where fetches and coalesce(asked_at < ${new Date(now().getTime() - hour)}, true) returning id`;
      if (claimed.length === 0) return;
      try {
        const answer = await fetch(address, {
          redirect: "error",
          signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]),
        });
        if (!answer.ok) throw new NoRatesFile(`The bank's server answered ${answer.status}.`);
        await takeRates(sql, await textOf(answer));
        await sql`update public.rate_settings set fetched_on = public.office_today(), trouble = null`;
      } catch (error) {
        const why = error instanceof NoRatesFile ? error.message : "The bank's server did not answer.";
        await sql`update public.rate_settings set trouble = ${why}`;
        throw error;
      }
    },
  };
}

async function textOf(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > maxRatesBytes) throw new NoRatesFile("The file is too large.");
  }
  return text + decoder.decode();
}
