// Settings of outside services that may be pasted in Settings, beside those of the environment, which win. Kept sealed; opened into memory.
// Code reads `env` at the moment of use and so has the current value: a change made by this process counts at once, one made by another
// process from the next refresh.
import { integrations } from "#content/integrations.ts";
import type { Env } from "#server/env.ts";
import type { Sql } from "./database/sql.ts";
import { type Firm, readFirm } from "./firm.ts";
import type { Sealing } from "./sealed.ts";

/** How mail is signed, and where answers, bounces and complaints come in. */
export const answerNames = [
  "INBOUND_MAIL_ADDRESS",
  "POSTMARK_WEBHOOK_LOGIN",
  "DKIM_SELECTOR",
  "DKIM_PRIVATE_KEY",
] as const;
export const pastedNames = [...integrations.flatMap(({ settings }) => settings), "SMTP_URL", ...answerNames] as const;
export type PastedName = (typeof pastedNames)[number];
export const isPastedName = (name: string): name is PastedName => (pastedNames as readonly string[]).includes(name);

export interface SettingState {
  name: PastedName;
  present: boolean;
  /** Who says it: the environment, which wins, or Settings. */
  from: "environment" | "settings" | null;
  /** The last four characters of what was pasted, and when. Never more. */
  ending: string | null;
  changedAt: string | null;
  /** Sealed with another key, as in a database that was restored elsewhere. */
  cannotBeOpened: boolean;
}

export interface LiveSettings {
  env: Env;
  firm(): Firm;
  states(): SettingState[];
  /** Of these settings those that are sealed with another key, and that the environment does not say instead. */
  locked(names: readonly PastedName[]): PastedName[];
  /** Seals and keeps it; takes effect at once. `by` is the person. */
  paste(name: PastedName, value: string, by: string | null): Promise<void>;
  forget(name: PastedName): Promise<void>;
  refresh(): Promise<void>;
  stop(): void;
}

interface Row {
  name: string;
  key_id: string;
  nonce: Buffer;
  sealed: Buffer;
  ending: string | null;
  changed_at: Date;
}

const lookEvery = 2000;
const shownEnding = 4;
/** Of a short secret four characters would be too much of it. */
const shortest = 12;

/** `onChange` is called whenever something is different from before. */
export async function watchSettings(
  { sql, env, sealing, everyMs = lookEvery }: { sql: Sql; env: Env; sealing: Sealing; everyMs?: number },
  onChange: (env: Env, firm: Firm, locked: LiveSettings["locked"]) => Promise<void> = async () => {},
): Promise<LiveSettings> {
  let rows = new Map<string, Row>();
  let opened = new Map<string, string | null>();
  let firm = await readFirm(sql);
  let version: string | null = null;

  /** Mail leaves one way: a way that the environment names is not changed by what was pasted for the other. */
  const overruled = (name: PastedName) =>
    (name === "SMTP_URL" && Boolean(env.POSTMARK_SERVER_TOKEN)) ||
    ((name === "POSTMARK_SERVER_TOKEN" || name === "POSTMARK_FROM_EMAIL") &&
      Boolean(env.SMTP_URL) &&
      !env.POSTMARK_SERVER_TOKEN);
  const locked = (names: readonly PastedName[]) =>
    names.filter(
      (name) =>
        opened.get(name) === null &&
        !env[name] &&
        !overruled(name) &&
        // Postmark signs for itself.
        !(name === "DKIM_PRIVATE_KEY" && env.POSTMARK_SERVER_TOKEN),
    );
  const pasted = (name: PastedName) => (overruled(name) ? undefined : (opened.get(name) ?? undefined));

  const live: Env = { ...env };
  for (const name of pastedNames)
    Object.defineProperty(live, name, { enumerable: true, get: () => env[name] ?? pasted(name) });
  Object.defineProperty(live, "MAIL_FROM", { enumerable: true, get: () => env.MAIL_FROM ?? firm.sender ?? undefined });

  async function refresh() {
    const [now] = await sql<{ version: string }[]>`
      select concat_ws(' ', (select xmin from public.firm), (select string_agg(name || xmin, ',' order by name) from private.sealed_settings)) as version`;
    if (now?.version === version) return;
    const found = await sql<Row[]>`
      select name, key_id, nonce, sealed, ending, changed_at from private.sealed_settings`;
    firm = await readFirm(sql);
    rows = new Map(found.map((row) => [row.name, row]));
    opened = new Map(
      found.map((row) => [
        row.name,
        sealing.open(row.name, { keyId: row.key_id, nonce: row.nonce, sealed: row.sealed }),
      ]),
    );
    version = now?.version ?? null;
    await onChange(live, firm, locked);
  }
  await refresh();
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

  return {
    env: live,
    firm: () => firm,
    locked,
    states: () =>
      pastedNames.map((name) => {
        const row = rows.get(name);
        const fromEnvironment = Boolean(env[name]);
        return {
          name,
          present: Boolean(live[name]),
          from: fromEnvironment ? "environment" : pasted(name) ? "settings" : null,
          ending: row?.ending ?? null,
          changedAt: row?.changed_at.toISOString() ?? null,
          cannotBeOpened: row !== undefined && opened.get(name) === null,
        };
      }),
    async paste(name, value, by) {
      const { keyId, nonce, sealed } = sealing.seal(name, value);
      const ending = value.length >= shortest ? value.slice(-shownEnding) : null;
      await sql.begin(async (within) => {
        await within`
          insert into private.sealed_settings (name, key_id, nonce, sealed, ending, changed_by)
          values (${name}, ${keyId}, ${nonce}, ${sealed}, ${ending}, ${by})
          on conflict (name) do update set key_id = excluded.key_id, nonce = excluded.nonce, sealed = excluded.sealed,
            ending = excluded.ending, changed_at = now(), changed_by = excluded.changed_by`;
        await within`select private.note_act('setting pasted', ${name}, null, null)`;
      });
      await refresh();
    },
    async forget(name) {
      await sql.begin(async (within) => {
        const { count } = await within`delete from private.sealed_settings where name = ${name}`;
        if (count > 0) await within`select private.note_act('setting removed', ${name}, null, null)`;
      });
      await refresh();
    },
    refresh,
    stop: () => clearInterval(timer),
  };
}
