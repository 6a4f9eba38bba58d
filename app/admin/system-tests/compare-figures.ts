// Reads the dashboard as it is shown, and then the rows of each list, all pages of them. Lists are summed here, row by row: a sum
// that came from the database would only be compared with itself.
import { formatMoney } from "#domain/money.ts";
import { type Figure, readFigureRows } from "#app/lib/figure-rows.ts";
import { hasFailed, readDashboard } from "#app/lib/owner-dashboard.ts";
import { RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call } from "#app/lib/typed-answers.ts";

export interface Comparison {
  name: string;
  shown: string;
  listed: string;
}

const atOnce = 1000;

async function allRows<Row>(page: (from: number) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const rows = await page(all.length);
    all.push(...rows);
    if (rows.length < atOnce) return all;
  }
}

const figureRows = (figure: Figure) => allRows((from) => readFigureRows(figure, from, atOnce));
const sumOf = (rows: readonly { minor: number | null }[]) => rows.reduce((sum, { minor }) => sum + (minor ?? 0), 0);

/** The deals themselves, as the data API has them, past every function of the reports. */
const openDeals = () =>
  allRows(async (from) =>
    unwrap(
      await supabase()
        .from("deals")
        .select("base_minor")
        .eq("stage_kind", "open")
        .is("archived_at", null)
        .order("id")
        .range(from, from + atOnce - 1),
    ),
  );

const contacts = () => supabase().from("contacts").select("id", { count: "exact", head: true });
const newInquiries = () =>
  supabase().from("inquiries").select("id", { count: "exact", head: true }).eq("state", "new");

async function countOf(rows: ReturnType<typeof contacts> | ReturnType<typeof newInquiries>): Promise<number> {
  const answer = await rows;
  unwrap({ ...answer, data: true });
  return answer.count ?? 0;
}

const tasksIn = (group: string) =>
  allRows((skipping) => call("task_list", { in_groups: [group], most: atOnce, skipping }));

export async function compareFigures(): Promise<Comparison[]> {
  const answer = await readDashboard(false);
  const { deals, tasks, inquiries } = answer;
  for (const part of [deals, tasks, inquiries, answer.contacts]) if (hasFailed(part)) throw new RequestError(part.error, 500);
  const found: Comparison[] = [];
  const add = (name: string, shown: number, listed: number, words: (value: number) => string = String) =>
    found.push({ name, shown: words(shown), listed: words(listed) });

  if (deals && !hasFailed(deals)) {
    const money = (minor: number) => formatMoney(minor, deals.currency);
    const [open, listed, won, quarter, stale] = await Promise.all([
      openDeals(),
      figureRows({ kind: "pipeline" }),
      figureRows({ kind: "won", from: deals.month, to: answer.today }),
      figureRows({ kind: "expected", from: deals.quarter, to: deals.quarter_end }),
      figureRows({ kind: "stale" }),
    ]);
    add("Pipeline value", deals.pipeline.minor, sumOf(listed), money);
    add(
      "Pipeline value, of the deals themselves",
      deals.pipeline.minor,
      sumOf(open.map(({ base_minor }) => ({ minor: base_minor }))),
      money,
    );
    add("Active deals", deals.pipeline.deals, listed.length);
    add("Won this month", deals.won.minor, sumOf(won), money);
    add("Weighted this quarter", deals.in_quarter.weighted, sumOf(quarter), money);
    add("Stale deals", deals.stale, stale.length);
  }
  if (!hasFailed(answer.contacts)) add("Contacts", answer.contacts.count, await countOf(contacts()));
  if (inquiries && !hasFailed(inquiries)) {
    const promise = await call("promise_rows", { days: 90, mine: false });
    add("Inquiries waiting", inquiries.waiting, await countOf(newInquiries()));
    add("Promise kept", inquiries.promise.kept, promise.filter(({ kept }) => kept).length);
    add("Promise, answers due", inquiries.promise.of, promise.length);
  }
  if (tasks && !hasFailed(tasks)) {
    add("Tasks for today", tasks.today, (await tasksIn("today")).length);
    add("Tasks overdue", tasks.overdue, (await tasksIn("overdue")).length);
  }
  return found;
}
