// Which modules are on, in memory: public pages are served without asking the database. A switch that passes through this
// process shows at once; one that another process, or hosted Supabase, has written shows with the next look. Three more keys are among
// them: `publishing` while publishing is on, `booking-page` while visitors have a page to choose a time on, and `card-checkout` while a
// visitor can buy (payments on, keys set, the gate open).
import { bookingSubject } from "#content/subjects.ts";
import type { Sql } from "./database/sql.ts";
import { gateClosed } from "./outbox/gate-closed.ts";

export interface LiveModules {
  keys(): ReadonlySet<string>;
  refresh(): Promise<void>;
  stop(): void;
}

const lookEvery = 2000;

export interface CardSettings {
  AUTO_PUBLISH?: boolean | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
}

export async function watchLiveModules(sql: Sql, settings: CardSettings, everyMs = lookEvery): Promise<LiveModules> {
  let keys: ReadonlySet<string> = new Set();
  const refresh = async () => {
    const rows = await sql<{ key: string }[]>`
      select key from public.modules where live union all select 'publishing' from private.outbox_gate where is_open
      union all select 'booking-page' from private.call_hooks('booking page of subject', ${bookingSubject}) as slug where slug is not null`;
    const live = new Set(rows.map(({ key }) => key));
    const hasKeys = Boolean(settings.STRIPE_SECRET_KEY && settings.STRIPE_WEBHOOK_SECRET);
    if (hasKeys && live.has("payments") && !(await gateClosed(sql, settings.AUTO_PUBLISH ?? null)))
      live.add("card-checkout");
    keys = live;
  };
  await refresh();
  // A database that is away for a while changes no page: forms say so when they are sent.
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void refresh()
      .catch(() => undefined)
      .finally(() => {
        looking = false;
      });
  }, everyMs);
  timer.unref();
  return { keys: () => keys, refresh, stop: () => clearInterval(timer) };
}
