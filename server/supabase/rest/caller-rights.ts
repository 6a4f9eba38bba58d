// What a caller may cost: people with a role are trusted with long statements, patterns and connections of their own; anyone who has
// signed up and nothing else is not. Row level security decides what is read; this only bounds what asking may cost.
import { currentMillis } from "#domain/clock.ts";
import type { Caller } from "#server/supabase/caller.ts";
import type { Catalog, Relation } from "./catalog/catalog-types.ts";
import { patternsDenied } from "./rest-error.ts";
import type { Ran, Work } from "./run-statement.ts";

export interface CallerRights {
  /** Has a role, or the secret key. */
  isTrusted: boolean;
  /** May read this area; null asks whether there is any. */
  mayRead(area: string | null): boolean;
}

/** Tables whose columns are matched by a regular expression; null stands for the rows of a function. */
export type Patterns = (Relation | null)[];

const everything: CallerRights = { isTrusted: true, mayRead: () => true };
const nothing: CallerRights = { isTrusted: false, mayRead: () => false };

/** A role that was given or taken away counts here after this time; for what rows are seen it counts at once. */
const keptMs = 5000;
const maxKept = 10_000;

const statement = `
  select exists (select from public.user_roles where user_id = auth.uid())::text,
    array_to_json(array(select area from unnest($1::text[]) as area where public.may(area, 'read')))::text`;

export function createCallerRights(run: (work: Work) => Promise<Ran>, now: () => number = currentMillis) {
  const kept = new Map<string, { rights: Promise<CallerRights>; until: number }>();

  async function ask(claims: string, role: Caller["role"], areas: readonly string[]): Promise<CallerRights> {
    const { rows } = await run({
      statement: { text: statement, values: [`{${areas.join()}}`] },
      readOnly: true,
      settings: [
        ["search_path", ""],
        ["request.jwt.claims", claims],
        ["role", role],
      ],
      check: null,
      rollback: false,
      also: null,
    });
    const [hasRole, readable] = rows[0] ?? [];
    const mine = new Set<string>(JSON.parse(readable ?? "[]"));
    return {
      isTrusted: hasRole === "true" || mine.size > 0,
      mayRead: (area) => (area === null ? mine.size > 0 : mine.has(area)),
    };
  }

  return (caller: Caller, catalog: Catalog): Promise<CallerRights> => {
    if (caller.role === "service_role") return Promise.resolve(everything);
    if (caller.role === "anon" || caller.userId === null) return Promise.resolve(nothing);
    const claims = JSON.stringify(caller.claims);
    const known = kept.get(claims);
    if (known && known.until > now()) return known.rights;
    if (kept.size >= maxKept) kept.clear();
    const rights = ask(claims, caller.role, catalog.areas);
    kept.set(claims, { rights, until: now() + keptMs });
    rights.catch(() => kept.delete(claims));
    return rights;
  };
}

/**
 * PostgreSQL compiles a regular expression while it plans, before row level security hides a row, and some take it as long as
 * they are let (docs/decisions/101). A table without row level security hides nothing: anyone who may read it may match it.
 */
export function requireMayMatch(patterns: Patterns, rights: CallerRights): void {
  for (const relation of patterns) {
    if (relation !== null && !relation.guarded) continue;
    if (!rights.mayRead(relation?.area ?? null)) throw patternsDenied(relation?.name ?? "what this function answers");
  }
}
