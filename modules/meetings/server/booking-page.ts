// /book/{slug}: a form that works without JavaScript. The script (app/site/islands/booking-calendar.ts) puts a month in place of the list of days.
import { Temporal } from "temporal-polyfill";
import { site } from "#content/site.ts";
import { currentTime } from "#domain/clock.ts";
import { clockText, dayOf, dayText, zoneText } from "#domain/meeting-times.ts";
import { exactMoney } from "#domain/money.ts";
import { builtScript } from "#server/platform/pages/built-script.ts";
import { documentPage, html, type Markup, raw } from "#server/platform/pages/document-page.ts";
import type { Typed } from "./booking-form.ts";
import type { BookingPage, Question } from "./booking-pages-data.ts";
import { bookingStyle } from "./booking-style.ts";

export const bookingScript = "app/site/booking-page.ts";
export const daysShown = 14;

/** What the page says before the form: how long it is, where, what it costs. */
export interface BookingView {
  page: BookingPage;
  typed: Typed;
  /** Of the days that are shown. */
  times: Date[];
  /** First day and the days around, on the guest's calendar. */
  from: string;
  earlier: string | null;
  later: string | null;
  first: Date | null;
  problems: Record<string, string>;
  said?: { tone: "bad" | "warn" | "good"; text: string | Markup; times?: Date[] } | undefined;
  checking: boolean;
  /** A challenge, where many bookings come. */
  challenge: unknown;
  email: string;
  siteUrl: string;
}

const hours = (minutes: number) =>
  minutes % 60 === 0 && minutes > 0 ? `${minutes / 60} ${minutes === 60 ? "hour" : "hours"}` : `${minutes} minutes`;
export const lengthWords = hours;

const places = { video: "By video", phone: "We call you", address: "At our office", theirs: "At your place" };

export function factsOfPage(page: BookingPage): [string, string][] {
  return [
    ...(page.with.length > 0 ? [["With", page.with.join(", ")] as [string, string]] : []),
    ["Length", hours(page.minutes)],
    ["Where", page.place === "address" && page.place_detail ? page.place_detail : places[page.place]],
    ["Price", page.price_minor === null ? "Free of charge" : exactMoney(page.price_minor, page.currency ?? "USD")],
    ["Change", page.change_until === 0 ? "Until it begins" : `Until ${hours(page.change_until)} before`],
  ];
}

const timeTag = (at: Date, text: string, locale: string) =>
  html`<time datetime="${at.toISOString()}" lang="${locale}">${text}</time>`;

const zones = Intl.supportedValuesOf("timeZone").filter((zone) => zone.includes("/"));
const allZones = ["UTC", ...zones];

export const zoneSelect = (chosen: string): Markup => {
  const listed = allZones.includes(chosen) ? allZones : [chosen, ...allZones];
  return html`<div class="bk-zone">
    <label
      >Time zone
      <select class="input" name="zone" data-zone autocomplete="off">
        ${raw(listed.map((zone) => `<option${zone === chosen ? " selected" : ""}>${zone}</option>`).join(""))}
      </select></label
    >
    <button class="btn btn-line btn-sm" name="go" value="zone" formnovalidate>Show this zone</button>
  </div>`;
};

export const slot = (at: Date, zone: string, locale: string, chosen: string): Markup =>
  html`<label class="bk-slot" id="t-${at.getTime()}"
    ><input
      type="radio"
      name="time"
      value="${at.toISOString()}"
      ${at.toISOString() === chosen ? "checked" : ""}
      required
    /><span>${timeTag(at, clockText(at, zone, locale), locale)}</span></label
  >`;

export function daysOf(times: readonly Date[], zone: string): Map<string, Date[]> {
  const days = new Map<string, Date[]>();
  for (const at of times) {
    const day = dayOf(at, zone);
    days.set(day, [...(days.get(day) ?? []), at]);
  }
  return days;
}

export function slotList(times: readonly Date[], zone: string, locale: string, chosen: string): Markup {
  const days = [...daysOf(times, zone).values()];
  return html`${days.map(
    (day) =>
      html`<fieldset>
        <legend>${timeTag(day[0]!, dayText(day[0]!, zone, locale), locale)}</legend>
        <div class="bk-slots">${day.map((at) => slot(at, zone, locale, chosen))}</div>
      </fieldset>`,
  )}`;
}

const problem = (name: string, problems: Record<string, string>): Markup | "" =>
  problems[name] ? html`<p class="field-error" id="${name}-problem">${problems[name]}</p>` : "";
const described = (name: string, problems: Record<string, string>): Markup =>
  problems[name] ? html` aria-invalid="true" aria-describedby="${name}-problem"` : html``;

function field(
  name: string,
  label: string,
  value: string,
  problems: Record<string, string>,
  attributes: Markup,
  required = true,
): Markup {
  return html`<div>
    <label for="bk-${name}">${label}${required ? "" : " (optional)"}</label>
    <input
      class="input"
      id="bk-${name}"
      name="${name}"
      value="${value}"
      ${attributes}${required ? html` required` : ""}${described(name, problems)}
    />
    ${problem(name, problems)}
  </div>`;
}

function questionField(
  { key, label, kind, required, choices }: Question,
  answers: Record<string, string>,
  problems: Record<string, string>,
): Markup {
  const name = `q_${key}`;
  const value = answers[key] ?? "";
  if (kind === "text")
    return html`<div>
      <label for="bk-${name}">${label}${required ? "" : " (optional)"}</label>
      <textarea
        class="input"
        id="bk-${name}"
        name="${name}"
        maxlength="4000"
        dir="auto"
        ${required ? html` required` : ""}${described(name, problems)}
      >
${value}</textarea>
      ${problem(name, problems)}
    </div>`;
  if (kind === "choice")
    return html`<div>
      <label for="bk-${name}">${label}${required ? "" : " (optional)"}</label>
      <select
        class="input"
        id="bk-${name}"
        name="${name}"
        ${required ? html` required` : ""}${described(name, problems)}
      >
        <option value="">Please choose</option>
        ${choices.map((choice) => html`<option${choice === value ? html` selected` : ""}>${choice}</option>`)}
      </select>
      ${problem(name, problems)}
    </div>`;
  return field(
    name,
    label,
    value,
    problems,
    kind === "phone"
      ? html` type="tel" autocomplete="tel" maxlength="50"`
      : html` type="text" maxlength="300" dir="auto"`,
    required,
  );
}

/** What Enter in a field presses: a form's first button. Without it that would be one that turns pages. */
const enterButton = html`<button class="vh" type="submit" tabindex="-1" aria-hidden="true">Confirm</button>`;

/** How many rows the month of a day has: its place is kept while the script has not drawn it, so that nothing moves. */
export function weeksOfMonth(at: Date, zone: string): number {
  const first = Temporal.PlainDate.from(dayOf(at, zone)).with({ day: 1 });
  return Math.ceil((first.dayOfWeek - 1 + first.daysInMonth) / 7);
}

/** The form alone: on the booking page, and in the contact page. */
export function bookingForm(view: BookingView): Markup {
  const { page, typed, times, problems, said } = view;
  const zone = typed.zone;
  const chosenShown = times.some((at) => at.toISOString() === typed.time);
  const chosen = typed.time && !chosenShown ? new Date(typed.time) : null;
  const further = said?.times?.filter((at) => times.every((other) => other.getTime() !== at.getTime())) ?? [];
  const mail = html`<a href="mailto:${view.email}">${view.email}</a>`;
  const checking = html`<p>
    We are checking our calendars at this moment. Please try again in a few minutes, or write to us: ${mail}.
  </p>`;
  // Nothing to choose, on any day: no form that cannot be sent, with or without the month.
  if (view.first === null && times.length === 0 && !said && !typed.email)
    return html`<div class="bk-card">
      <div class="bk-side">
        ${view.checking ? checking : html`<p>There is no free time now. Write to us, and we find one: ${mail}.</p>`}
      </div>
    </div>`;
  return html`<form
    class="bk-card"
    method="post"
    action="/book/${page.slug}${page.token ? `?for=${page.token}` : ""}"
    data-booking="/api/book/${page.slug}${page.token ? `~${page.token}` : ""}"
    data-office="${page.office_zone}"
    data-locale="${typed.locale}"
    data-horizon="${page.horizon_days}"
    style="--weeks:${weeksOfMonth(times[0] ?? view.first ?? currentTime(), zone)}"
    ${view.challenge ? html` data-proof="${JSON.stringify(view.challenge)}"` : ""}
  >
    ${enterButton}
    <div class="bk-cal" data-calendar hidden></div>
    <div class="bk-side">
      ${
        said
          ? html`<div class="note ${said.tone}" role="alert" tabindex="-1" data-said>
              <div>
                ${said.text}${
                  said.times && said.times.length > 0
                    ? html` Free next:
                      ${said.times.map(
                        (at, n) =>
                          html`${n > 0 ? "; " : ""}${timeTag(at, `${dayText(at, zone, typed.locale)}, ${clockText(at, zone, typed.locale)}`, typed.locale)}`,
                      )}.`
                    : ""
                }
              </div>
            </div>`
          : ""
      }
      ${zoneSelect(zone)}
      <div data-slots>
        ${
          times.length === 0
            ? view.checking
              ? checking
              : html`<p>
                  There is no free time in these two
                  weeks.${view.later ? " Look at later ones, or write to us: " : " Write to us: "}${mail}.
                </p>`
            : ""
        }
        ${
          further.length > 0
            ? html`<fieldset>
                <legend>Free next</legend>
                <div class="bk-slots">
                  ${further.map((at) => html`<label class="bk-slot"><input type="radio" name="time" value="${at.toISOString()}" required /><span>${timeTag(at, `${dayText(at, zone, typed.locale)}, ${clockText(at, zone, typed.locale)}`, typed.locale)}</span></label>`)}
                </div>
              </fieldset>`
            : ""
        }
        ${
          chosen && !said
            ? html`<fieldset>
                <legend>Your choice</legend>
                <div class="bk-slots">
                  <label class="bk-slot"
                    ><input type="radio" name="time" value="${typed.time}" checked required /><span
                      >${timeTag(chosen, `${dayText(chosen, zone, typed.locale)}, ${clockText(chosen, zone, typed.locale)}`, typed.locale)}</span
                    ></label
                  >
                </div>
              </fieldset>`
            : ""
        }
        <div class="bk-days" style="display:grid;gap:1.125rem">${slotList(times, zone, typed.locale, typed.time)}</div>
        ${problem("time", problems)}
      </div>
      <div class="bk-turn" data-turn>
        ${view.earlier ? html`<button class="btn btn-line btn-sm" name="go" value="${view.earlier}" formnovalidate>Earlier days</button>` : ""}
        ${view.later ? html`<button class="btn btn-line btn-sm" name="go" value="${view.later}" formnovalidate>Later days</button>` : ""}
      </div>
      <hr />
      <div class="bk-details">
        <input type="hidden" name="form" value="${typed.form}" /><input
          type="hidden"
          name="token"
          value="${typed.token}"
        />
        <input type="hidden" name="locale" value="${typed.locale}" /><input
          type="hidden"
          name="from"
          value="${view.from}"
        />
        <input type="hidden" name="proof" value="" data-proof-field />
        <div class="bk-trap" aria-hidden="true">
          <label>Website <input name="website" tabindex="-1" autocomplete="off" /></label>
        </div>
        ${field("name", "Name", typed.name, problems, html` type="text" autocomplete="name" maxlength="200" dir="auto"`)}
        ${field("email", "Email", typed.email, problems, html` type="email" autocomplete="email" maxlength="254"`)}
        ${page.place === "phone" ? field("phone", "Phone", typed.phone, problems, html` type="tel" autocomplete="tel" maxlength="50"`) : ""}
        ${page.questions.map((one) => questionField(one, typed.answers, problems))}
        <button class="btn btn-accent" type="submit" data-confirm>
          ${page.approval ? "Ask for this time" : page.price_minor === null ? "Confirm" : "Continue to payment"}
        </button>
        <p class="small muted">
          ${page.approval ? "We confirm it by mail." : "You get an invitation by mail, with a link to move or cancel."}
          <a href="/privacy">Privacy</a>
        </p>
        <p class="vh" role="status" aria-live="polite" data-status></p>
      </div>
    </div>
  </form>`;
}

export const siteNav = html`<nav class="site-nav" aria-label="Site">
  <a href="/education">Education</a><a href="/development">Development</a><a href="/tools">Tools</a
  ><a href="/articles">Articles</a><a href="/about">About</a><a href="/contact" aria-current="true">Contact</a>
</nav>`;

export const art = html`<svg
  class="doc-art"
  viewBox="0 0 900 420"
  preserveAspectRatio="xMaxYMid slice"
  aria-hidden="true"
>
  <use href="/art/cascade.svg#art" />
</svg>`;

const frame = (page: BookingPage, siteUrl: string, body: Markup, script: boolean) =>
  documentPage({
    title: page.title,
    style: bookingStyle,
    nav: siteNav,
    more: script ? builtScript(bookingScript) : null,
    foot: `${site.name}, by appointment`,
    ...(page.visibility === "public" && {
      found: {
        description:
          page.about || `Book a time with ${site.name}: ${hours(page.minutes)}, ${places[page.place].toLowerCase()}.`,
        canonical: `${siteUrl}/book/${page.slug}`,
      },
    }),
    body,
  });

const facts = (page: BookingPage) =>
  html`<dl class="spec">
    ${factsOfPage(page).map(
      ([term, fact]) =>
        html`<dt>${term}</dt>
          <dd dir="auto">${fact}</dd>`,
    )}
  </dl>`;

export function bookingPage(view: BookingView): Promise<string> {
  const { page, typed, first } = view;
  return frame(
    page,
    view.siteUrl,
    html`<section class="bk-hero" data-field="nil">
      ${art}
      <div class="wrap bk-grid">
        <div>
          <h1 dir="auto">${page.title}</h1>
          ${page.about ? html`<p class="bk-lead" dir="auto">${page.about}</p>` : ""}
          ${
            first
              ? html`<p class="bk-first">
                  Next free:
                  <a href="#t-${first.getTime()}" data-first="${first.toISOString()}"
                    >${timeTag(first, `${dayText(first, typed.zone, typed.locale)}, ${clockText(first, typed.zone, typed.locale)}`, typed.locale)}</a
                  >
                  <span class="small muted" data-first-zone>${zoneText(first, typed.zone)}</span>
                </p>`
              : ""
          }
          ${facts(page)}
        </div>
        <div data-field="paper" style="background:none">${bookingForm(view)}</div>
      </div>
    </section>`,
    true,
  );
}

/** A page that takes no bookings for a while. */
export const pausedPage = (page: BookingPage, siteUrl: string, email: string): Promise<string> =>
  frame(
    page,
    siteUrl,
    html`<section class="bk-hero" data-field="nil">
      ${art}
      <div class="wrap bk-grid">
        <div>
          <h1 dir="auto">${page.title}</h1>
          <p class="bk-lead">No bookings now. Write to us, and we find a time.</p>
          <p class="bk-first">
            <a href="/contact">Open the contact form</a> or write to <a href="mailto:${email}">${email}</a>
          </p>
        </div>
      </div>
    </section>`,
    false,
  );
