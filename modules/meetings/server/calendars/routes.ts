// What people do with their calendars: connect one after it was tested, sign in again, read it now; and the address of their feed.
import { callerId } from "#server/platform/caller-id.ts";
import type { ModuleRoutes, Platform } from "#server/platform/module-server.ts";
import { connectBody, passwordBody } from "../../calendar-routes.ts";
import { addCalendar, maxCalendars, type NewCalendar } from "./add-calendar.ts";
import { failureOf } from "./caldav.ts";
import { type CopyFacts, feedFile } from "./copy-file.ts";
import { findCalendars } from "./find-calendars.ts";
import { type CalendarParts, readCalendar } from "./read-calendar.ts";
import { type CalendarSecret, keepSecret, openSecret } from "./secrets.ts";
import { readSubscription } from "./subscription.ts";

const connectMs = 20_000;
const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const withScheme = (url: string) => (/^[a-z]+:/i.test(url) ? url.replace(/^webcal:/i, "https:") : `https://${url}`);

export function calendarRoutes(
  { env, links, jobs }: Platform,
  { admin, open }: ModuleRoutes,
  parts: CalendarParts,
): void {
  const { sql, allowPrivate } = parts;
  const json = { takes: "json", maxBytes: 20_000 } as const;
  const edit = { may: ["meetings edit"] } as const;

  admin.route("POST", "/calendars", { ...json, ...edit }, async (c) => {
    const body = connectBody.safeParse(await c.req.json());
    const caller = callerId(c.req.raw.headers);
    if (!body.success || !caller)
      return c.json({ code: 422, message: "Enter an address, a name and a password." }, 422);
    const { kind, user = "", password = "", chosen } = body.data;
    const url = withScheme(body.data.url.trim());
    if (!URL.canParse(url)) return c.json({ code: 422, message: "This is not an address." }, 422);
    const host = new URL(url).host;
    const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
      select count(*)::int as count from public.calendars where staff_id = ${caller} and state <> 'removed'`;
    if (count + (chosen?.length ?? 1) > maxCalendars)
      return c.json({ code: 422, message: `At most ${maxCalendars} calendars a person.` }, 422);
    try {
      if (kind === "ics") {
        await readSubscription(url, null, { allowPrivate, totalMs: connectMs });
        const id = await add(
          caller,
          { kind, name: body.data.name || host, address: `${new URL(url).origin}/`, username: "", writes: false },
          { kind: "ics", url },
        );
        return c.json({ connected: [id] });
      }
      const found = await findCalendars({ url, user, password }, { allowPrivate, totalMs: connectMs });
      if (!chosen) return c.json({ found });
      const connected: string[] = [];
      for (const wanted of chosen) {
        // Of what the server names, not of what the browser sends.
        const calendar = found.find((each) => each.url === wanted.url);
        if (!calendar) continue;
        const writes = wanted.writes && calendar.mayWrite;
        if (writes) await sql`update public.calendars set writes = false where staff_id = ${caller}`;
        const secret = { kind: "caldav", url: calendar.url, user, password } as const;
        connected.push(
          await add(
            caller,
            { kind, name: calendar.name || host, address: calendar.url, username: user, writes },
            secret,
          ),
        );
      }
      return c.json({ connected });
    } catch (error) {
      const { reason, detail } = failureOf(error);
      return c.json({ failed: detail ? `${reason}: ${detail}` : reason, host });
    }
  });

  const add = async (staff: string, calendar: NewCalendar, secret: CalendarSecret) => {
    const sealing = await parts.sealing();
    return sql.begin((within) => addCalendar(within, { sealing, jobs }, staff, calendar, secret));
  };

  const mine = async (id: string, caller: string | null): Promise<boolean> =>
    isUuid(id) &&
    (await sql`select 1 from public.calendars where id = ${id} and staff_id = ${caller} and state <> 'removed'`)
      .length > 0;
  const notFound = { code: 404, message: "This calendar is not connected any more." } as const;

  admin.route("POST", "/calendars/:id/read", { takes: "nothing", ...edit }, async (c) => {
    const id = c.req.param("id") ?? "";
    if (!(await mine(id, callerId(c.req.raw.headers)))) return c.json(notFound, 404);
    await sql`update public.calendars set state = 'checking', next_try_at = now() where id = ${id} and state in ('signed_out', 'waiting')`;
    const read = await readCalendar(parts, id, { totalMs: connectMs });
    return c.json(read ?? { ok: true, busy: 0, reason: null });
  });

  admin.route("POST", "/calendars/:id/password", { ...json, ...edit }, async (c) => {
    const id = c.req.param("id") ?? "";
    const body = passwordBody.safeParse(await c.req.json());
    if (!body.success) return c.json({ code: 422, message: "Enter the password." }, 422);
    if (!(await mine(id, callerId(c.req.raw.headers)))) return c.json(notFound, 404);
    const [row] = await sql<
      { address: string; username: string }[]
    >`select address, username from public.calendars where id = ${id} and kind = 'caldav'`;
    if (!row) return c.json(notFound, 404);
    const before = await openSecret(sql, await parts.sealing(), id).catch(() => null);
    await keepSecret(sql, await parts.sealing(), id, {
      kind: "caldav",
      url: row.address,
      user: row.username,
      password: body.data.password,
    });
    await sql`update public.calendars set state = 'checking', reason = null where id = ${id} and state in ('signed_out', 'waiting')`;
    const read = await readCalendar(parts, id, { totalMs: connectMs });
    // A mistyped password does not take the place of one that works.
    if (read && !read.ok && read.reason?.startsWith("signed out") && before)
      await keepSecret(sql, await parts.sealing(), id, before);
    return c.json(read ?? { ok: true, busy: 0, reason: null });
  });

  admin.route("POST", "/feed", { takes: "nothing", may: ["meetings read"] }, async (c) => {
    const caller = callerId(c.req.raw.headers);
    if (!caller) return c.json({ code: 401, message: "Sign in first" }, 401);
    const token = await sql.begin(async (within) => {
      await within`update private.access_links set revoked_at = now() where kind = 'feed' and subject_id = ${caller} and revoked_at is null`;
      return (await links.issue({ kind: "feed", subjectId: caller, createdBy: caller }, within)).token;
    });
    return c.json({ address: `${env.SITE_URL}/feed/${token}.ics` });
  });

  open.route("GET", "/feed/:file", { takes: "nothing", perMinute: 20 }, async (c) => {
    const plain = {
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex, nofollow",
      "Referrer-Policy": "no-referrer",
    };
    const token = (c.req.param("file") ?? "").replace(/\.ics$/, "");
    const link = await links.find("feed", token);
    if (link === "unknown") return c.text("Not found", 404, plain);
    if (link === "ended") return c.text("This address was renewed", 410, plain);
    // As of now: an address that was given while its owner could read meetings shows nothing after that.
    const [asked] = await sql<{ may: boolean }[]>`
      select private.person_may(${link.subjectId}, 'meetings', 'read') as may`;
    if (!asked?.may) return c.text("You no longer have access to meetings", 403, plain);
    const rows = await sql<{ facts: CopyFacts }[]>`select facts from private.feed_of(${link.subjectId})`;
    const [own] = await sql<{ details: boolean }[]>`
      select coalesce(bool_and(write_details), true) as details from public.calendars where staff_id = ${link.subjectId} and writes and state <> 'removed'`;
    const details = c.req.query("busy") === undefined && (own?.details ?? true);
    const ics = feedFile(
      rows.map(({ facts }) => facts),
      details,
      env.SITE_URL,
    );
    return c.body(ics, 200, { ...plain, "Content-Type": "text/calendar; charset=utf-8" });
  });
}
