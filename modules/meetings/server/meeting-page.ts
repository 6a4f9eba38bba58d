// /m/{token}: what the mails say, the file, moving and cancelling. Opening it changes nothing; a form carries the state that was seen.
import { Temporal } from "temporal-polyfill";
import { site } from "#content/site.ts";
import { clockText, dayOf, dayText, isZone, knownLocale, weekdayText, zoneText } from "#domain/meeting-times.ts";
import { readFirm } from "#server/platform/firm.ts";
import { formNonce, type Link } from "#server/platform/links/links.ts";
import type { TokenPage, Visit } from "#server/platform/links/token-pages.ts";
import { builtScript } from "#server/platform/pages/built-script.ts";
import { documentPage, html, icon, type Markup } from "#server/platform/pages/document-page.ts";
import { notePage } from "#server/platform/pages/short-pages.ts";
import { contentDisposition } from "#server/platform/safe-text.ts";
import { timeLines } from "../mails.ts";
import { art, bookingScript, daysShown, lengthWords, slotList, weeksOfMonth } from "./booking-page.ts";
import { bookingStyle } from "./booking-style.ts";
import { meetingIcs, organizerOf, placeLine } from "./ics.ts";
import { type MeetingFacts, readMeeting } from "./meeting-facts.ts";
import { type BookingParts, tellHosts } from "./public-booking.ts";

/** A link is of use until a month after the meeting. */
const keptDays = 30;
const maxReason = 1000;

const offStates = ["cancelled", "declined", "expired", "released"] as const;
const isOff = ({ state }: MeetingFacts) => (offStates as readonly string[]).includes(state);
const versionOf = ({ sequence, state }: MeetingFacts) => `${sequence}.${state}`;
const minutesOf = (facts: MeetingFacts) => (Date.parse(facts.ends_at) - Date.parse(facts.starts_at)) / 60_000;

const headings = {
  requested: "Requested",
  awaiting_payment: "Waiting for your payment",
  confirmed: "Your meeting",
  met: "Your meeting",
  no_show: "Your meeting",
  declined: "Not confirmed",
  expired: "Not confirmed",
  released: "No longer kept",
  cancelled: "Cancelled",
};

export function meetingPage(
  parts: BookingParts & { payPath?: (facts: MeetingFacts) => Promise<string | null> },
): TokenPage {
  const { sql, now } = parts;

  async function find(link: Link): Promise<MeetingFacts | null> {
    const [row] = await sql<{ id: string | null }[]>`select private.meeting_of_link(${link.subjectId}) as id`;
    const facts = row?.id ? await readMeeting(sql, row.id) : null;
    return facts && Date.parse(facts.ends_at) + keptDays * 86_400_000 > now().getTime() ? facts : null;
  }

  const isOver = (facts: MeetingFacts) => Date.parse(facts.ends_at) <= now().getTime();
  const isTooLate = (facts: MeetingFacts) => Date.parse(facts.change_until) < now().getTime();
  const canMove = (facts: MeetingFacts) =>
    ["confirmed", "requested"].includes(facts.state) &&
    !facts.held &&
    !isTooLate(facts) &&
    facts.moves < facts.max_moves &&
    facts.page !== null &&
    facts.page_state !== "archived";
  const canCancel = (facts: MeetingFacts) =>
    ["confirmed", "requested", "awaiting_payment"].includes(facts.state) && !isTooLate(facts);

  const zoneOf = (facts: MeetingFacts) => facts.guest_zone ?? facts.office_zone;
  const say = (at: Date, facts: MeetingFacts, zone = zoneOf(facts)) => {
    const locale = knownLocale(facts.locale);
    return html`<time datetime="${at.toISOString()}" lang="${locale}"
      >${dayText(at, zone, locale)}, ${clockText(at, zone, locale)}</time
    >`;
  };

  const frame = (facts: MeetingFacts, title: string, lead: string, body: Markup, script = false) =>
    documentPage({
      title: `${title}: ${facts.title}`,
      reference: `Meeting ${facts.reference}`,
      style: bookingStyle,
      more: script ? builtScript(bookingScript) : null,
      body: html`<section class="bk-hero" data-field="nil">
        ${art}
        <div class="wrap bk-grid">
          <div>
            <h1>${title}</h1>
            <p class="bk-lead">${lead}</p>
            <dl class="spec">
              ${
                facts.hosts.length > 0
                  ? html`<dt>With</dt>
                      <dd dir="auto">${facts.hosts.join(", ")}</dd>`
                  : ""
              }
              <dt>Length</dt>
              <dd>${lengthWords(minutesOf(facts))}</dd>
              <dt>Where</dt>
              <dd dir="auto">${where(facts)}</dd>
              ${
                canCancel(facts)
                  ? html`<dt>Change</dt>
                      <dd>Until ${say(new Date(facts.change_until), facts)}</dd>`
                  : ""
              }
            </dl>
          </div>
          <div data-field="paper" style="background:none">${body}</div>
        </div>
      </section>`,
    });

  const where = (facts: MeetingFacts): Markup | string =>
    facts.place === "video" && facts.place_detail?.startsWith("https://") && !isOff(facts)
      ? html`Video. <a href="${facts.place_detail}" rel="noreferrer">Open the room</a>`
      : (facts.place === "video" && isOff(facts) ? "Video" : placeLine(facts)) || "We tell you";

  const hidden = (facts: MeetingFacts, token: string, action: string) =>
    html`<input type="hidden" name="version" value="${versionOf(facts)}" /><input
        type="hidden"
        name="nonce"
        value="${formNonce(token, versionOf(facts))}"
      /><input type="hidden" name="action" value="${action}" />`;

  const bookAgain = (facts: MeetingFacts): Markup | "" =>
    facts.page && facts.page_state === "live" && facts.page_visibility !== "clients"
      ? html`<a class="btn btn-accent" href="/book/${facts.page}">Choose another time</a>`
      : "";

  function state(facts: MeetingFacts): Markup {
    const by = facts.answer_by ? new Date(facts.answer_by) : null;
    const until = by
      ? html` We confirm by ${say(by, facts, facts.office_zone)} (${zoneText(by, facts.office_zone)}).`
      : "";
    if (facts.state === "confirmed" && isOver(facts))
      return html`<div class="note warn">${icon("clock")}<span>This meeting is over.</span></div>`;
    switch (facts.state) {
      case "confirmed":
        return html`<div class="note good">
          ${icon("check")}<span
            ><b>${facts.sequence > 0 ? "Changed and confirmed." : "Booked."}</b> This page says all that the invitation
            says.</span
          >
        </div>`;
      case "requested":
        return html`<div class="note warn">
          ${icon("clock")}<span><b>Requested.</b>${until}</span>
        </div>`;
      case "awaiting_payment":
        return html`<div class="note warn">
          ${icon("clock")}<span
            ><b>We keep this time${by ? html` until ${say(by, facts)}` : ""}.</b> Your payment confirms it.</span
          >
        </div>`;
      case "cancelled":
        return html`<div class="note bad">
          ${icon("warning")}<span
            ><b>Cancelled</b> on
            ${say(new Date(facts.changed_at), facts)}${facts.cancelled_by === "guest" ? "." : " by us."}</span
          >
        </div>`;
      case "declined":
      case "expired":
        return html`<div class="note bad">
          ${icon("warning")}<span>We could not confirm this time. It is no longer kept.</span>
        </div>`;
      case "released":
        return html`<div class="note bad">
          ${icon("warning")}<span>The payment did not arrive in time. This time is free again.</span>
        </div>`;
      case "met":
      case "no_show":
        return html`<div class="note warn">${icon("clock")}<span>This meeting is over.</span></div>`;
    }
  }

  async function mainPage(facts: MeetingFacts, base: string): Promise<string> {
    const at = new Date(facts.starts_at);
    const [, otherClock] = timeLines(facts, "guest");
    const { email } = await readFirm(sql);
    const live = !isOff(facts) && !isOver(facts);
    const pay = facts.state === "awaiting_payment" && parts.payPath ? await parts.payPath(facts) : null;
    return frame(
      facts,
      headings[facts.state],
      facts.title,
      html`<div class="bk-card"><div class="bk-said">
        ${state(facts)}
        <h2${isOff(facts) ? html` class="was"` : ""}>${say(at, facts)}</h2>
        <p class="lead">${lengthWords(minutesOf(facts))}${facts.hosts.length > 0 ? ` with ${facts.hosts.join(" and ")}` : ""}. ${zoneText(at, zoneOf(facts))}.${otherClock ? html` <span class="muted">${otherClock}</span>` : ""}</p>
        <dl class="spec"><dt>Reference</dt><dd>${facts.reference}</dd><dt>Where</dt><dd dir="auto">${where(facts)}</dd></dl>
        <div class="bk-acts">
          ${pay ? html`<a class="btn btn-accent" href="${pay}">Pay and confirm</a>` : ""}
          ${live && facts.state === "confirmed" ? html`<a class="btn ${pay ? "btn-line" : "btn-accent"}" href="${base}/meeting.ics" download>${icon("download")}Add to calendar</a>` : ""}
          ${live && canMove(facts) ? html`<a class="link" href="${base}?do=move">Move</a>` : ""}
          ${live && canCancel(facts) ? html`<a class="link" href="${base}?do=cancel">Cancel</a>` : ""}
          ${isOff(facts) || isOver(facts) ? bookAgain(facts) : ""}
        </div>
        ${live && !isOff(facts) && isTooLate(facts) && facts.state !== "awaiting_payment" ? html`<p class="muted">It can no longer be changed here. Write to <a href="mailto:${email}">${email}</a>.</p>` : ""}
        ${live && facts.moves >= facts.max_moves && !isTooLate(facts) ? html`<p class="muted">It has been moved ${facts.moves} times. For another time write to <a href="mailto:${email}">${email}</a>.</p>` : ""}
      </div></div>`,
    );
  }

  const cancelPage = (facts: MeetingFacts, token: string, base: string) =>
    frame(
      facts,
      "Cancel your meeting",
      "The time is free for others as soon as you confirm.",
      html`<div class="bk-card">
        <form class="bk-said" method="post" action="${base}">
          ${hidden(facts, token, "cancel")}
          <h2>${say(new Date(facts.starts_at), facts)}</h2>
          <div>
            <label for="reason">Why (optional)</label
            ><textarea class="input" id="reason" name="reason" maxlength="${maxReason}" dir="auto"></textarea>
          </div>
          <div class="bk-acts">
            <button class="btn btn-accent" type="submit">Cancel this meeting</button
            ><a class="link" href="${base}">Keep it</a>
          </div>
        </form>
      </div>`,
    );

  const day = /^\d{4}-\d{2}-\d{2}$/;
  const midnight = (text: string, zone: string) =>
    new Date(Temporal.PlainDate.from(text).toZonedDateTime(zone).epochMilliseconds);

  async function timesFor(facts: MeetingFacts, from: Date, until: Date, anyone: boolean): Promise<Date[]> {
    const [row] = await sql<
      { times: Date[] }[]
    >`select private.move_times(${facts.id}, ${from}, ${until}, ${anyone}, ${now()}) as times`;
    return (row?.times ?? []).map((at) => new Date(at));
  }

  async function movePage(
    facts: MeetingFacts,
    token: string,
    base: string,
    query: URLSearchParams,
    taken?: Date[],
  ): Promise<string> {
    const zone = zoneOf(facts);
    const locale = knownLocale(facts.locale);
    const anyone = query.get("who") === "anyone";
    const today = dayOf(now(), zone);
    const asked = query.get("from") ?? "";
    const from = day.test(asked) && asked > today ? asked : today;
    const until = Temporal.PlainDate.from(from).add({ days: daysShown }).toString();
    const times = await timesFor(facts, midnight(from, zone), midnight(until, zone), anyone);
    const link = (next: string, whom = anyone) =>
      `${base}?${new URLSearchParams({ do: "move", from: next, ...(whom && { who: "anyone" }) })}`;
    const earlier = Temporal.PlainDate.from(from).subtract({ days: daysShown }).toString();
    return frame(
      facts,
      "Move your meeting",
      "Choose another time. Nothing changes until you confirm it.",
      html`<form
        class="bk-card"
        method="post"
        action="${base}"
        data-booking="${base}"
        data-move="${facts.starts_at}"
        data-zone-fixed="${zone}"
        data-locale="${locale}"
        data-who="${anyone ? "anyone" : ""}"
        style="--weeks:${weeksOfMonth(times[0] ?? now(), zone)}"
      >
        <div class="bk-cal" data-calendar hidden></div>
        <div class="bk-side">
          ${hidden(facts, token, "move")}<input type="hidden" name="who" value="${anyone ? "anyone" : ""}" />
          ${taken ? html`<div class="note warn" role="alert"><div>This time is gone.${taken.length > 0 ? html` Free next: ${taken.map((at, n) => html`${n > 0 ? "; " : ""}${say(at, facts)}`)}.` : ""}</div></div>` : ""}
          <div data-slots>
            <div class="bk-days" style="display:grid;gap:1.125rem">
              ${times.length > 0 ? slotList(times, zone, locale, "") : html`<p>There is no free time in these two weeks.</p>`}
            </div>
          </div>
          <div class="bk-acts small" data-turn>
            ${from > today ? html`<a href="${link(earlier)}">Earlier days</a>` : ""}<a href="${link(until)}"
              >Later days</a
            >
          </div>
          <p class="small muted">
            ${zoneText(new Date(facts.starts_at), zone)}.
            ${anyone ? html`<a href="${link(from, false)}">Only ${facts.hosts[0] ?? "the same person"}</a>` : html`<a href="${link(from, true)}">Any colleague will do</a>`}
          </p>
          <hr />
          <dl class="spec">
            <dt>From</dt>
            <dd class="was">${say(new Date(facts.starts_at), facts)}</dd>
            <dt>To</dt>
            <dd data-to>Choose a time</dd>
          </dl>
          <button class="btn btn-accent" type="submit" data-confirm>Move to this time</button>
          <a class="link" href="${base}"
            >Keep
            <span lang="${locale}"
              >${weekdayText(new Date(facts.starts_at), zone, locale)},
              ${clockText(new Date(facts.starts_at), zone, locale)}</span
            ></a
          >
          <p class="vh" role="status" aria-live="polite" data-status></p>
        </div>
      </form>`,
      true,
    );
  }

  const lateText = (email: string, facts: MeetingFacts) =>
    `Changes end ${lengthWords(Math.round((Date.parse(facts.starts_at) - Date.parse(facts.change_until)) / 60_000))} before the meeting. Write to ${email}.`;

  return {
    kind: "booking",
    files: {
      "meeting.ics": async (link) => {
        const facts = await find(link);
        if (!facts) return null;
        return new Response(meetingIcs(facts, "PUBLISH", organizerOf(await readFirm(sql)), null), {
          headers: {
            "Content-Type": "text/calendar; charset=utf-8; method=PUBLISH",
            "Content-Disposition": contentDisposition("attachment", `${facts.reference}.ics`),
          },
        });
      },
      times: async (link, visit: Visit) => {
        const facts = await find(link);
        if (!facts) return null;
        const month = visit.query.get("month") ?? "";
        const zone = visit.query.get("zone") ?? zoneOf(facts);
        if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) || !isZone(zone))
          return Response.json({ message: "Ask for a month." }, { status: 400 });
        const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
        const times = canMove(facts)
          ? await timesFor(
              facts,
              midnight(first.toString(), zone),
              midnight(first.add({ months: 1 }).toString(), zone),
              visit.query.get("who") === "anyone",
            )
          : [];
        return Response.json({ times: times.map((at) => at.toISOString()) });
      },
    },
    async show(link, token, { query, path }) {
      const facts = await find(link);
      if (!facts) return null;
      if (query.get("do") === "move" && canMove(facts) && !isOver(facts)) return movePage(facts, token, path, query);
      if (query.get("do") === "cancel" && canCancel(facts) && !isOver(facts)) return cancelPage(facts, token, path);
      return mainPage(facts, path);
    },
    async act(link, form, version, { token, path }) {
      const facts = await find(link);
      const { email } = await readFirm(sql);
      const note = (title: string, text: string, status: number) =>
        notePage({ title, text, reference: facts ? `Meeting ${facts.reference}` : "", back: path }, status);
      if (!facts) return note("This page has ended", "There is nothing to change.", 410);
      const page = async (made: Promise<string>, status: number) =>
        new Response(await made, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
      // An old tab: what is true now is shown, and nothing is done.
      if (version !== versionOf(facts)) return page(mainPage(facts, path), 409);
      const done = new Response(null, { status: 303, headers: { Location: path } });
      if (form["action"] === "cancel") {
        const refused = await sql.begin(async (tx) => {
          const [row] = await tx<{ answer: { refused?: string } }[]>`
            select private.cancel_by_guest(${facts.id}, ${(form["reason"] ?? "").slice(0, maxReason)}, ${facts.sequence}, ${now()}) as answer`;
          if (!row!.answer.refused && !facts.held) await tellHosts(parts, tx, facts.id, "cancelled");
          return row!.answer.refused;
        });
        if (refused === "late") return note("Too late to cancel here", lateText(email, facts), 409);
        return refused ? page(mainPage((await find(link))!, path), 409) : done;
      }
      if (form["action"] === "move") {
        const time = form["time"] ?? "";
        const anyone = form["who"] === "anyone";
        if (Number.isNaN(Date.parse(time)))
          return page(movePage(facts, token, path, new URLSearchParams({ do: "move" })), 422);
        const answer = await sql
          .begin(async (tx) => {
            const [row] = await tx<{ answer: { moved?: true; taken?: string[]; refused?: string } }[]>`
              select private.move_by_guest(${facts.id}, ${new Date(time)}, ${anyone}, ${facts.sequence}, ${now()}) as answer`;
            if (row!.answer.moved) await tellHosts(parts, tx, facts.id, "moved");
            return row!.answer;
          })
          .catch((error: unknown) => {
            if ((error as { code?: string }).code !== "23P01") throw error;
            return { taken: [], refused: undefined, moved: undefined };
          });
        if (answer.moved) return done;
        if (answer.refused === "late") return note("Too late to move here", lateText(email, facts), 409);
        if (answer.refused) return page(mainPage((await find(link))!, path), 409);
        return page(
          movePage(
            facts,
            token,
            path,
            new URLSearchParams({ do: "move", ...(anyone && { who: "anyone" }) }),
            (answer.taken ?? []).map((at) => new Date(at)),
          ),
          409,
        );
      }
      return note("Nothing was changed", `Please choose what to do, or write to ${email}. ${site.name}`, 400);
    },
  };
}
