// Every query of the audit log's screen. Row level security decides who may see it.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Database } from "#app/lib/database.types.ts";
import { fromOfficeInput } from "#app/lib/office-time.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { splitRange } from "#app/records/field-kinds/range.ts";
import { pageSizes } from "#app/records/list/list-view.ts";
import { parseDay } from "#domain/days.ts";

export type Act = Database["public"]["Tables"]["acts"]["Row"];

/** In the address: ?who=Noor&what=role given&period=2026-11-01..2026-11-18&subject=ilse. */
export interface AuditView {
  who: string;
  what: string;
  period: string;
  subject: string;
  page: number;
  size: number;
}

export const filters = ["who", "what", "period", "subject"] as const;

export function readAuditView(params: URLSearchParams): AuditView {
  const text = (name: string) => (params.get(name) ?? "").slice(0, 200);
  const page = Number(params.get("page") ?? 1);
  const size = Number(params.get("size"));
  return {
    who: text("who"),
    what: text("what"),
    period: text("period"),
    subject: text("subject"),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((allowed) => allowed === size) ?? pageSizes[0],
  };
}

export const isNarrowed = (view: AuditView) => filters.some((name) => view[name] !== "");

const dayMs = 86_400_000;

/** A day begins and ends by the office's clock. */
function momentOf(day: string, further = 0): string | null {
  const read = parseDay(day);
  if (read === null) return null;
  const next = new Date(Date.parse(`${read}T00:00:00Z`) + further * dayMs).toISOString().slice(0, 10);
  return fromOfficeInput(`${next}T00:00`)?.toISOString() ?? null;
}

function found(view: AuditView) {
  const { from, to } = splitRange(view.period);
  const [since, until] = [momentOf(from), momentOf(to, 1)];
  let rows = supabase().from("acts").select("*", { count: "exact" }).order("id", { ascending: false });
  if (view.who) rows = rows.eq("actor_name", view.who);
  if (view.what) rows = rows.eq("act", view.what);
  if (since) rows = rows.gte("at", since);
  if (until) rows = rows.lt("at", until);
  if (view.subject) rows = rows.ilike("subject", `%${view.subject.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  return rows;
}

const actsKey = ["acts"] as const;

export const actsQuery = (view: AuditView) =>
  queryOptions({
    queryKey: [...actsKey, view],
    queryFn: async ({ signal }) => {
      const first = (view.page - 1) * view.size;
      const answer = await found(view)
        .range(first, first + view.size - 1)
        .abortSignal(signal);
      // A page behind the last one.
      if (answer.status === 416) return { rows: [], count: 0 };
      return { rows: unwrap(answer), count: answer.count ?? 0 };
    },
    placeholderData: keepPreviousData,
  });

export const actChoicesQuery = queryOptions({
  queryKey: [...actsKey, "choices"],
  queryFn: async () => {
    const rows = unwrap(await supabase().rpc("act_choices"));
    const of = (filter: string) => rows.filter((row) => row.filter === filter).map(({ choice }) => choice);
    return { who: of("who"), what: of("what") };
  },
});

const atOnce = 1000;

/** Everything that the filters find, newest first. Entries that come in the meantime have higher ids and are left out. */
export async function readAllActs(view: AuditView): Promise<Act[]> {
  const rows: Act[] = [];
  for (;;) {
    const last = rows.at(-1);
    const next = last ? found(view).lt("id", last.id) : found(view);
    const page = unwrap(await next.limit(atOnce));
    rows.push(...page);
    if (page.length < atOnce) return rows;
  }
}
