// Connecting a calendar at Google or Microsoft: away with a state and a challenge, back with a code, and then the owner chooses. The page that the
// service returns to is one of the back office: its session and the state must be of the same person, so no one is signed in to another's account.
import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { callerId } from "#server/platform/caller-id.ts";
import type { Statements } from "#server/platform/database/sql.ts";
import type { ModuleRoutes, Platform } from "#server/platform/module-server.ts";
import { askForToken, makeVerifier, TokenFailed } from "#server/platform/outside/oauth.ts";
import { chooseBody, returnBody, serviceBody } from "../../../calendar-routes.ts";
import { CalendarFailed, failureOf } from "../caldav.ts";
import { addCalendar, maxCalendars } from "../add-calendar.ts";
import type { CalendarParts } from "../read-calendar.ts";
import { renewServiceSecret, type ServiceSecret, purposeOfSignIn } from "../secrets.ts";
import { ownCalendarName, type ServiceKind } from "./service.ts";

export const returnPath = "/admin/calendars/return";
const connectMs = 20_000;
const stayMinutes = 15;

const keyOf = (state: string) => createHash("sha256").update(state).digest("base64url");
const sentSchema = z.object({ verifier: z.string() });
const signedInSchema = z.object({
  refresh_token: z.string(),
  access_token: z.string(),
  account: z.string(),
  found: z.array(z.object({ id: z.string(), name: z.string() })),
});

interface Row {
  staff_id: string;
  kind: ServiceKind;
  key_id: string;
  nonce: Buffer;
  sealed: Buffer;
}

export function signInRoutes({ env, jobs }: Platform, { admin }: ModuleRoutes, parts: CalendarParts): void {
  const { sql, services, now } = parts;
  const json = { takes: "json", maxBytes: 60_000 } as const;
  const edit = { may: ["meetings edit"] } as const;
  const returnsTo = `${env.SITE_URL}${returnPath}`;
  const rules = { allowPrivate: parts.allowPrivate, totalMs: connectMs };
  const stale = { code: 409, message: "This sign-in has ended. Start it again." } as const;

  admin.route("GET", "/calendars/services", { takes: "nothing", may: ["meetings read"] }, (c) =>
    Promise.resolve(
      c.json({ google: services.get("google") !== null, microsoft: services.get("microsoft") !== null, returnsTo }),
    ),
  );

  admin.route("POST", "/calendars/sign-in", { ...json, ...edit }, async (c) => {
    const body = serviceBody.safeParse(await c.req.json());
    const caller = callerId(c.req.raw.headers);
    const known = body.success ? services.get(body.data.kind) : null;
    if (!known || !caller || !body.success) return c.json({ code: 404, message: "This service is not set up." }, 404);
    const { service, client } = known;
    const state = randomBytes(32).toString("base64url");
    const { verifier, challenge } = makeVerifier();
    const stateKey = keyOf(state);
    const { keyId, nonce, sealed } = (await parts.sealing()).seal(
      purposeOfSignIn(stateKey),
      JSON.stringify({ verifier }),
    );
    await sql`delete from private.calendar_sign_ins where expires_at <= ${now()} or staff_id = ${caller}`;
    await sql`
      insert into private.calendar_sign_ins (state_key, staff_id, kind, key_id, nonce, sealed, expires_at)
      values (${stateKey}, ${caller}, ${service.kind}, ${keyId}, ${nonce}, ${sealed}, ${minutesFrom(now(), stayMinutes)})`;
    const query = new URLSearchParams({
      response_type: "code",
      client_id: client.id,
      redirect_uri: returnsTo,
      scope: service.scope,
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...service.signInParams,
    });
    return c.json({ address: `${service.authorizeUrl}?${query.toString()}` });
  });

  admin.route("POST", "/calendars/return", { ...json, ...edit }, async (c) => {
    const body = returnBody.safeParse(await c.req.json());
    const caller = callerId(c.req.raw.headers);
    if (!body.success || !caller) return c.json(stale, 409);
    const { state, code, error } = body.data;
    // Taken at once: a code is exchanged a single time.
    const [row] = await sql<Row[]>`
      update private.calendar_sign_ins set stage = 'taken'
      where state_key = ${keyOf(state)} and staff_id = ${caller} and stage = 'sent' and expires_at > ${now()} returning staff_id, kind, key_id, nonce, sealed`;
    const sent = row && sentSchema.safeParse(await opened(state, row));
    const known = row && services.get(row.kind);
    if (!row || !sent?.success || !known) return c.json(stale, 409);
    const { service, client } = known;
    try {
      if (error || !code) throw new CalendarFailed("signed out", error === "access_denied" ? "not allowed" : "no code");
      const given = await askForToken(
        { token_url: service.tokenUrl, client_id: client.id, client_secret: client.secret },
        { grant_type: "authorization_code", code, redirect_uri: returnsTo, code_verifier: sent.data.verifier },
        rules,
      );
      const scopes = given.scope?.split(" ").map((scope) => scope.replace("https://graph.microsoft.com/", ""));
      // On Google's page single permissions can be unticked.
      if (scopes && service.neededScopes.some((scope) => !scopes.includes(scope)))
        throw new CalendarFailed("signed out", "not allowed");
      if (!given.refresh_token) throw new CalendarFailed("signed out", "no refresh token");
      const { account, calendars } = await service.find(services.openWith(row.kind, given.access_token, connectMs));
      const secret: ServiceSecret = { kind: row.kind, account, refresh_token: given.refresh_token };
      const again = await signedInAgain(caller, secret);
      const connected = await sql<{ address: string; made_by_us: boolean }[]>`
        select address, made_by_us from public.calendars where staff_id = ${caller} and kind = ${row.kind} and username = ${account} and state <> 'removed'`;
      const found = calendars.filter(({ id }) => !connected.some(({ address }) => address === id)).slice(0, 50);
      await keep(state, { ...secret, access_token: given.access_token, found });
      return c.json({ kind: row.kind, account, found, hasOwn: connected.some(({ made_by_us: own }) => own), again });
    } catch (failure) {
      await sql`delete from private.calendar_sign_ins where state_key = ${keyOf(state)}`;
      return c.json({ failed: reasonOf(failure) });
    }
  });

  admin.route("POST", "/calendars/choose", { ...json, ...edit }, async (c) => {
    const body = chooseBody.safeParse(await c.req.json());
    const caller = callerId(c.req.raw.headers);
    if (!body.success || !caller) return c.json(stale, 409);
    const { state, reads, writes } = body.data;
    const [row] = await sql<Row[]>`
      select staff_id, kind, key_id, nonce, sealed from private.calendar_sign_ins
      where state_key = ${keyOf(state)} and staff_id = ${caller} and stage = 'signed in' and expires_at > ${now()}`;
    const kept = row && signedInSchema.safeParse(await opened(state, row));
    const known = row && services.get(row.kind);
    if (!row || !kept?.success || !known) return c.json(stale, 409);
    const { refresh_token: token, access_token: access, account, found } = kept.data;
    const secret: ServiceSecret = { kind: row.kind, account, refresh_token: token };
    const chosen = found.filter(({ id }) => reads.includes(id));
    const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
      select count(*)::int as count from public.calendars where staff_id = ${caller} and state <> 'removed'`;
    if (count + chosen.length + Number(writes) > maxCalendars)
      return c.json({ code: 422, message: `At most ${maxCalendars} calendars a person.` }, 422);
    try {
      const own = writes ? await known.service.ownCalendar(services.openWith(row.kind, access, connectMs)) : null;
      const connected = await sql.begin(async (within) => {
        // Twice pressed, it is connected once.
        const [mine] =
          await within`delete from private.calendar_sign_ins where state_key = ${keyOf(state)} returning state_key`;
        if (!mine) return [];
        const ids: string[] = [];
        for (const { id, name } of chosen)
          ids.push(await add(within, caller, secret, { name, address: id, writes: false, madeByUs: false }));
        if (own) {
          await within`update public.calendars set writes = false where staff_id = ${caller}`;
          const [there] = await within<{ id: string }[]>`
            update public.calendars set writes = true
            where staff_id = ${caller} and kind = ${row.kind} and address = ${own} and made_by_us and state <> 'removed' returning id`;
          ids.push(
            there?.id ??
              (await add(within, caller, secret, {
                name: ownCalendarName,
                address: own,
                writes: true,
                madeByUs: true,
              })),
          );
        }
        return ids;
      });
      return c.json({ connected });
    } catch (failure) {
      return c.json({ failed: reasonOf(failure) });
    }
  });

  const add = async (
    within: Statements,
    staff: string,
    secret: ServiceSecret,
    calendar: { name: string; address: string; writes: boolean; madeByUs: boolean },
  ) =>
    addCalendar(
      within,
      { sealing: await parts.sealing(), jobs },
      staff,
      {
        ...calendar,
        kind: secret.kind,
        username: secret.account,
      },
      secret,
    );

  /** Calendars of this account that are connected already have the new sign-in; those that were signed out are read again. */
  async function signedInAgain(staff: string, secret: ServiceSecret): Promise<number> {
    services.forget(staff, secret.kind, secret.account);
    await renewServiceSecret(sql, await parts.sealing(), staff, secret);
    const rows = await sql<{ id: string }[]>`
      update public.calendars set state = 'checking', reason = null, failures = 0, next_try_at = ${now()}
      where staff_id = ${staff} and kind = ${secret.kind} and username = ${secret.account} and state in ('signed_out', 'waiting') returning id`;
    for (const { id } of rows) await jobs.wake("calendars", id, sql);
    return rows.length;
  }

  async function opened(state: string, { key_id: keyId, nonce, sealed }: Row): Promise<unknown> {
    const text = (await parts.sealing()).open(purposeOfSignIn(keyOf(state)), { keyId, nonce, sealed });
    return text === null ? null : JSON.parse(text);
  }

  async function keep(state: string, secret: z.output<typeof signedInSchema>): Promise<void> {
    const stateKey = keyOf(state);
    const { keyId, nonce, sealed } = (await parts.sealing()).seal(purposeOfSignIn(stateKey), JSON.stringify(secret));
    await sql`
      update private.calendar_sign_ins set stage = 'signed in', key_id = ${keyId}, nonce = ${nonce}, sealed = ${sealed}, expires_at = ${minutesFrom(now(), stayMinutes)}
      where state_key = ${stateKey}`;
  }
}

const minutesFrom = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

function reasonOf(failure: unknown): string {
  if (failure instanceof TokenFailed) {
    if (failure.reason === "withdrawn") return "signed out: code";
    return failure.reason === "throttled" || failure.reason === "trouble" ? "refused: token" : failure.reason;
  }
  const { reason, detail } = failureOf(failure);
  return detail ? `${reason}: ${detail}` : reason;
}
