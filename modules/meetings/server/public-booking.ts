// The doors of booking: the page, its form, the times of a month, reserving, and the form for the contact page.
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { Temporal } from "temporal-polyfill";
import { dayOf, isZone, localeOfHeader } from "#domain/meeting-times.ts";
import type { Sql, Statements, TransactionSql } from "#server/platform/database/sql.ts";
import { readFirm } from "#server/platform/firm.ts";
import { ownHosts, senderOf } from "#server/platform/forms/sender.ts";
import type { Links } from "#server/platform/links/links.ts";
import { headers as privateHeaders } from "#server/platform/links/token-pages.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import type { LastingContext, ModuleRoutes } from "#server/platform/module-server.ts";
import { notePage } from "#server/platform/pages/short-pages.ts";
import { hostMail } from "../mails.ts";
import { problemsOf, readTyped, type Typed } from "./booking-form.ts";
import { type BookingGuard, openGuard } from "./booking-guard.ts";
import { bookingForm, bookingPage, type BookingView, daysShown, pausedPage } from "./booking-page.ts";
import { type BookingPage, findPage, isCheckingCalendars, openTimes } from "./booking-pages-data.ts";
import { embedStyle } from "./booking-style.ts";
import { readMeeting } from "./meeting-facts.ts";

export interface BookingParts {
  sql: Sql;
  links: Links;
  mail: Mail;
  siteUrl: string;
  mailFrom: string | undefined;
  now: () => Date;
  /** Reads calendars that were not read lately; never for longer than it may take. */
  refresh?: ((people: string[]) => Promise<void>) | undefined;
}

interface Answer {
  meeting?: string;
  again?: boolean;
  held?: boolean;
  taken?: string[];
  refused?: "paused" | "gone";
}

type Ctx = LastingContext;
type Open = ModuleRoutes["open"];
const maxFormBytes = 40_000;
/** Of a network: a class that books together, and no machine. */
const pagesPerMinute = 60;
const refreshMilliseconds = 1500;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Headers of pages behind links, except that a page which anyone may book on may also be found. */
const headersOf = (page: BookingPage) => {
  const { "X-Robots-Tag": robots, ...others } = privateHeaders;
  return {
    ...others,
    ...(page.visibility !== "public" && { "X-Robots-Tag": robots }),
    "Content-Type": "text/html; charset=utf-8",
  };
};

const midnight = (text: string, zone: string) =>
  new Date(Temporal.PlainDate.from(text).toZonedDateTime(zone).epochMilliseconds);
const plusDays = (text: string, days: number) => Temporal.PlainDate.from(text).add({ days }).toString();

/** Colleagues hear of what a guest did, in the same transaction. */
export async function tellHosts(
  parts: Pick<BookingParts, "sql" | "mail" | "siteUrl">,
  within: TransactionSql,
  meeting: string,
  kind: Parameters<typeof hostMail>[0],
) {
  const facts = await readMeeting(within, meeting);
  const hosts = await within<{ address: string }[]>`
    select distinct address from public.meeting_people join public.staff on staff.user_id = staff_id and staff.active
    where meeting_id = ${meeting} and role = 'host' and address <> ''`;
  if (facts)
    for (const { address } of hosts) await parts.mail.send(hostMail(kind, facts, address, parts.siteUrl), { within });
}

/** A flood of requests that wait for a check is one mail an hour of a page; all of them are in the list. */
async function wasToldOfHeld(within: TransactionSql, page: string, meeting: string): Promise<boolean> {
  const [other] = await within`
    select from public.meetings as other join public.meetings as this on this.id = ${meeting}
    where other.page_id = ${page} and other.id <> this.id and other.held_because <> '{}'
      and other.created_at > this.created_at - interval '1 hour' limit 1`;
  return other !== undefined;
}

export function bookingRoutes(parts: BookingParts, open: Open): void {
  const { sql, links, siteUrl, now } = parts;
  const own = ownHosts(siteUrl, parts.mailFrom);
  let opened: Promise<BookingGuard> | undefined;
  const guard = () =>
    (opened ??= openGuard(sql, now).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  const times = openTimes(sql, now);
  const addressOf = (c: Ctx) => c.env?.clientAddress ?? "unknown";

  async function view(
    page: BookingPage,
    typed: Typed,
    clientAddress: string,
    more: Partial<BookingView> = {},
  ): Promise<BookingView> {
    const { sign, limits, proofs } = await guard();
    const zone = typed.zone || page.office_zone;
    const today = dayOf(now(), zone);
    const last = plusDays(today, page.horizon_days);
    const firstAt = await times.first(page, typed.form || null);
    // Begins with what is free, so that no one turns pages to find it.
    const wanted =
      day.test(typed.from) && typed.from >= today && typed.from <= last
        ? typed.from
        : firstAt
          ? dayOf(firstAt, zone)
          : today;
    const form = typed.form || randomUUID();
    const until = plusDays(wanted, daysShown);
    return {
      page,
      typed: { ...typed, form, zone, token: typed.token || sign(form, page.id) },
      times: await times.between(page.id, midnight(wanted, zone), midnight(until, zone), typed.form || null),
      from: wanted,
      earlier: wanted > today ? [today, plusDays(wanted, -daysShown)].toSorted().at(-1)! : null,
      later: until <= last ? until : null,
      first: firstAt,
      problems: {},
      checking: firstAt === null && (await isCheckingCalendars(sql, page.id, now())),
      challenge: (await limits.isStrained(clientAddress)) ? await proofs.challenge(form) : null,
      email: (await readFirm(sql)).email,
      siteUrl,
      ...more,
    };
  }
  const empty = (c: Ctx, page: BookingPage): Typed => {
    const zone = c.req.query("zone");
    return readTyped(
      {
        zone: isZone(zone) ? zone : "",
        from: c.req.query("from") ?? "",
        locale: localeOfHeader(c.req.header("accept-language")),
      },
      page,
    );
  };
  const shown = async (page: BookingPage, made: Promise<string>, status = 200) =>
    new Response(await made, { status, headers: headersOf(page) });

  /** Clients' own pages are opened by a link of their area. */
  async function pageFor(slug: string, token: string): Promise<(BookingPage & { token: string }) | null> {
    const page = await findPage(sql, slug);
    if (page?.visibility !== "clients") return page && { ...page, token: "" };
    const link = await links.find("booking_client", token);
    if (typeof link !== "object") return null;
    const [access] = await sql<{ lasts: boolean }[]>`select private.client_has_access(${link.subjectId}) as lasts`;
    return access?.lasts ? { ...page, token } : null;
  }

  const routes: Parameters<Open["mount"]>[1] = new Hono();
  // Two weeks of times and every zone: 70 KB otherwise. Nothing in it is a secret whose letters could be told from the length.
  routes.use(compress());
  routes.get("/:slug", async (c) => {
    const page = await pageFor(c.req.param("slug"), c.req.query("for") ?? "");
    if (!page) return c.notFound();
    if (page.slug !== c.req.param("slug")) return c.redirect(`/book/${page.slug}`, 302);
    if (page.state === "paused") return shown(page, pausedPage(page, siteUrl, (await readFirm(sql)).email));
    return shown(page, bookingPage(await view(page, empty(c, page), addressOf(c))));
  });

  const small = bodyLimit({
    maxSize: maxFormBytes,
    onError: () =>
      notePage({ title: "This is too long", text: "Go back in your browser, and shorten what you wrote." }, 413),
  });
  routes.post("/:slug", small, async (c) => {
    const page = await pageFor(c.req.param("slug"), c.req.query("for") ?? "");
    if (!page) return c.notFound();
    if (page.state === "paused") return shown(page, pausedPage(page, siteUrl, (await readFirm(sql)).email));
    const fields = await c.req.parseBody();
    const typed = readTyped(fields, page);
    const again = async (more: Partial<BookingView>, status: number) =>
      shown(page, bookingPage(await view(page, typed, addressOf(c), more)), status);
    const go = typeof fields["go"] === "string" ? fields["go"] : "";
    if (go === "zone") return again({}, 200);
    if (day.test(go)) return shown(page, bookingPage(await view(page, { ...typed, from: go }, addressOf(c))));
    const { limits, signals } = await guard();
    const wait = await limits.refusedFor(addressOf(c));
    if (wait !== null)
      return again(
        {
          said: { tone: "bad", text: "Many bookings came from your network. Please try again later, or write to us." },
        },
        429,
      );
    const problems = problemsOf(typed, page);
    if (Object.keys(problems).length > 0)
      return again(
        { problems, said: { tone: "bad", text: "Something is missing or not right. It is marked below." } },
        422,
      );
    const submission = typed.form || randomUUID();
    const held = await signals({
      submission,
      page: page.id,
      token: typed.token,
      trap: typed.trap,
      proof: typed.proof,
      email: typed.email,
      clientAddress: addressOf(c),
    });
    await refreshCalendars(page);
    const { answer, token } = await book(page, typed, submission, held);
    if (answer.again && !token)
      return again(
        { said: { tone: "good", text: "This is booked. The mail about it has the link to its page." } },
        409,
      );
    if (token) return new Response(null, { status: 303, headers: { ...privateHeaders, Location: `/m/${token}` } });
    if (answer.refused) return shown(page, pausedPage(page, siteUrl, (await readFirm(sql)).email), 409);
    const next = (answer.taken ?? []).map((at) => new Date(at));
    return again(
      {
        said: {
          tone: "warn",
          text:
            next.length > 0
              ? "Someone was faster."
              : "Someone was faster, and there is no other free time now. Write to us, and we find one.",
          times: next,
        },
        ...(await afterTaken(page, typed, addressOf(c), next)),
      },
      409,
    );
  });

  /** Words kept, the time no longer chosen; the list begins where the next free one is. */
  async function afterTaken(
    page: BookingPage,
    typed: Typed,
    clientAddress: string,
    next: Date[],
  ): Promise<Partial<BookingView>> {
    const zone = typed.zone || page.office_zone;
    const fresh = await view(page, { ...typed, time: "", from: next[0] ? dayOf(next[0], zone) : "" }, clientAddress);
    return { typed: fresh.typed, times: fresh.times, from: fresh.from, earlier: fresh.earlier, later: fresh.later };
  }

  async function refreshCalendars(page: BookingPage): Promise<void> {
    if (!parts.refresh) return;
    const people = await sql<
      { id: string }[]
    >`select staff_id as id from public.booking_page_people where page_id = ${page.id}`;
    const late = new Promise<void>((resolve) => setTimeout(resolve, refreshMilliseconds).unref());
    await Promise.race([parts.refresh(people.map(({ id }) => id)).catch(() => {}), late]);
  }

  async function book(
    page: BookingPage,
    typed: Typed,
    submission: string,
    held: readonly string[],
  ): Promise<{ answer: Answer; token: string | null }> {
    const { companyHost, companyGuess } = senderOf(typed.email, own);
    const given = {
      submission,
      page: page.id,
      starts_at: typed.time,
      guest_zone: typed.zone || page.office_zone,
      guest_locale: typed.locale,
      name: typed.name,
      email: typed.email,
      phone:
        typed.phone ||
        Object.entries(typed.answers).find(([key]) =>
          page.questions.some((one) => one.key === key && one.kind === "phone"),
        )?.[1] ||
        null,
      company: typed.company,
      answers: typed.answers,
      form: submission,
      held_because: held,
      sender: { company_host: companyHost, company_guess: companyGuess },
    };
    try {
      return await sql.begin(async (tx) => {
        const [row] = await tx<
          { answer: Answer }[]
        >`select private.book_meeting(${JSON.stringify(given)}::jsonb, ${now()}) as answer`;
        const answer = row!.answer;
        if (!answer.meeting) return { answer, token: null };
        const link = { kind: "booking", subjectId: answer.meeting };
        // Sent again, it leads to the address it had; there is no second one.
        if (answer.again) return { answer, token: await links.reissue(submission, link, tx) };
        const { token } = await links.issue({ ...link, follows: submission }, tx);
        if (!(answer.held && (await wasToldOfHeld(tx, page.id, answer.meeting))))
          await tellHosts(parts, tx, answer.meeting, answer.held ? "held" : page.approval ? "requested" : "booked");
        return { answer, token };
      });
    } catch (error) {
      // An entry of a calendar came between the look and the insert: the constraint decides.
      if ((error as { code?: string }).code !== "23P01") throw error;
      return { answer: { taken: await nextTimes(sql, page.id, typed.time, now()) }, token: null };
    }
  }
  open.mount("/book", routes, { perMinute: pagesPerMinute });

  const json = (c: Ctx, body: unknown, status: 200 | 400 | 404 | 409 = 200) => {
    c.header("Cache-Control", "no-store");
    return c.json(body, status);
  };
  open.route("GET", "/api/book/:slug/times", { takes: "nothing", perMinute: 60 }, async (c) => {
    const [slug = "", token = ""] = (c.req.param("slug") ?? "").split("~");
    const page = await pageFor(slug, token);
    if (!page || page.state !== "live") return json(c, { message: "There is no such page." }, 404);
    const month = c.req.query("month") ?? "";
    const zone = c.req.query("zone") ?? page.office_zone;
    if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) || !isZone(zone))
      return json(c, { message: "Ask for a month, such as 2026-11, in a time zone." }, 400);
    const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
    const found = await times.between(
      page.id,
      midnight(first.toString(), zone),
      midnight(first.add({ months: 1 }).toString(), zone),
    );
    return json(c, { times: found.map((at) => at.toISOString()) });
  });
  open.route("POST", "/api/book/:slug/reserve", { takes: "json", maxBytes: 500, perMinute: 30 }, async (c) => {
    const [slug = "", token = ""] = (c.req.param("slug") ?? "").split("~");
    const page = await pageFor(slug, token);
    if (!page || page.state !== "live") return json(c, { message: "There is no such page." }, 404);
    const { form, time } = readTyped((await c.req.json().catch(() => ({}))) as Record<string, unknown>, page);
    if (form === "" || time === "") return json(c, { message: "Say which time." }, 400);
    const { networkKey } = await guard();
    const [row] = await sql<{ answer: { reserved?: string; taken?: string[] } }[]>`
      select private.reserve_time(${page.id}, ${time}, ${form}, ${networkKey(addressOf(c))}, ${now()}) as answer`;
    return json(c, row!.answer, row!.answer.taken ? 409 : 200);
  });
  // Whether a subject of the contact page has a page to book on.
  open.route("GET", "/api/book/:slug", { takes: "nothing", perMinute: 30 }, async (c) => {
    const page = await findPage(sql, c.req.param("slug") ?? "");
    const isOpen = page?.state === "live" && page.visibility === "public";
    return json(c, isOpen ? { title: page.title } : {});
  });
  // The form alone, for the contact page, of the page with this subject.
  open.route("GET", "/api/book/:slug/form", { takes: "nothing", perMinute: 30 }, async (c) => {
    const page = await findPage(sql, c.req.param("slug") ?? "");
    if (!page || page.state !== "live" || page.visibility !== "public")
      return json(c, { message: "There is no such page." }, 404);
    const form = (await bookingForm(await view(page, empty(c, page), addressOf(c)))).toString();
    return new Response(`<style>${embedStyle}</style>${form}`, {
      headers: { ...headersOf(page), "Cache-Control": "no-store" },
    });
  });
}

export async function nextTimes(sql: Statements, page: string, after: string, at: Date): Promise<string[]> {
  const [row] = await sql<{ times: Date[] }[]>`select private.next_free_times(${page}, ${after}, ${at}) as times`;
  return (row?.times ?? []).map((time) => new Date(time).toISOString());
}
