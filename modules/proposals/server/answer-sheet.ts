// The sheet beside the letter: what it comes to, and the answer. One vermilion action at a time: accept, pay, or ask for a new day.
import { site } from "#content/site.ts";
import { exactMoney } from "#domain/money.ts";
import { formNonce } from "#server/platform/links/links.ts";
import { html, icon, type Markup } from "#server/platform/pages/document-page.ts";
import { hasRange } from "../lines.ts";
import { dayWords, everyWords, percent } from "../proposal.ts";
import { askForm } from "./asking.ts";
import type { ShownProposal } from "./find-page.ts";

export interface SheetState {
  token: string;
  /** Where the page is. */
  path: string;
  preview: boolean;
  /** What is wrong with the form that was sent, and what it said. */
  error?: { field: "name" | "consent"; text: string } | undefined;
  /** The same of a question or a request for a change. */
  askError?: { field: string; text: string } | undefined;
  form?: Readonly<Record<string, string>> | undefined;
  /** In the client's area: who may answer, and where to ask. */
  area?: { mayAnswer: boolean; addressee: string | null; ask: string };
}

/** What the visitor saw: an answer to anything else is refused. */
export const seenVersion = ({ version, sha256 }: Pick<ShownProposal, "version" | "sha256">) => `${version}.${sha256}`;

const linesOf = ({ content }: ShownProposal) => [
  ...content.items,
  ...(content.recurring ?? []).flatMap(({ items }) => items),
];
const chosenOf = (shown: ShownProposal) =>
  linesOf(shown)
    .filter(({ optional, selected }) => optional && selected)
    .map(({ position }) => position);
const quantitiesOf = (shown: ShownProposal) =>
  linesOf(shown)
    .filter(hasRange)
    .map(({ position, quantity_milli: milli }) => [position, milli] as const);

/** The same choices as on the page. */
export function pdfPath(shown: ShownProposal, path: string): string {
  const query = new URLSearchParams({ choose: "1" });
  for (const position of chosenOf(shown)) query.append("option", String(position));
  for (const [position, milli] of quantitiesOf(shown)) query.append(`quantity-${position}`, String(milli / 1000));
  const canChoose = linesOf(shown).some((item) => item.optional || hasRange(item));
  return `${path}/proposal.pdf${canChoose && !shown.decision ? `?${query}` : ""}`;
}

const daysLeft = (days: number) =>
  days <= 0 ? "today is the last day" : days === 1 ? "1 day left" : `${days} days left`;

export function answerSheet(shown: ShownProposal, sheet: SheetState): Markup {
  const { content, decision, state } = shown;
  const money = (minor: number) => exactMoney(minor, content.parties.currency);
  const version = seenVersion(shown);
  const hidden = (action: string) =>
    html`<input type="hidden" name="action" value="${action}" /><input
        type="hidden"
        name="version"
        value="${version}"
      /><input type="hidden" name="nonce" value="${formNonce(sheet.token, version)}" /><input
        type="hidden"
        name="chosen"
        value="${chosenOf(shown).join(",")}"
      /><input
        type="hidden"
        name="quantities"
        value="${quantitiesOf(shown)
          .map((each) => each.join(":"))
          .join(",")}"
      />`;
  const inert = sheet.preview ? html` disabled` : "";
  const pdf = html`<a class="link" href="${pdfPath(shown, sheet.path)}"
    >${icon("download")}${decision?.kind === "accepted" ? "Signed PDF" : "PDF"}</a
  >`;
  const print = html`<button class="link needs-script" type="button" data-print>${icon("printer")}Print</button>`;
  const open = state === "sent" || state === "viewed" || state === "draft";
  const { error, form } = sheet;
  const wrong = (field: "name" | "consent") =>
    error?.field === field ? html`<p class="field-error" id="${field}-error">${error.text}</p>` : "";
  const invalid = (field: "name" | "consent") =>
    error?.field === field ? html` aria-invalid="true" aria-describedby="${field}-error"` : "";

  return html`<aside class="sheet" id="answer" data-field="nil" aria-label="Your answer">
    <div>
      <p class="small muted">Total</p>
      <p class="big">${money(content.totals.total_minor)}</p>
      ${(content.recurring ?? [])
        .filter(({ totals }) => totals.total_minor !== 0)
        .map(
          ({ every_months: months, totals }) =>
            html`<p class="small">and ${money(totals.total_minor)} ${everyWords(months)}</p>`,
        )}
    </div>
    <dl class="spec">
      ${
        content.totals.deposit_minor > 0
          ? content.deposit_bp > 0
            ? html`<dt>Deposit</dt>
                <dd>${money(content.totals.deposit_minor)}, ${percent(content.deposit_bp)}</dd>`
            : html`<dt>On acceptance</dt>
                <dd>${money(content.totals.deposit_minor)}</dd>`
          : ""
      }${
        content.dates[0]
          ? html`<dt>${content.dates[0].title}</dt>
              <dd>${dayWords(content.dates[0].day)}</dd>`
          : ""
      }
      <dt>Valid until</dt>
      <dd>
        ${content.parties.valid_until ? dayWords(content.parties.valid_until) : "No end"}${
          open && shown.days_left !== null
            ? html`<span class="muted" style="font-weight:400">, ${daysLeft(shown.days_left)}</span>`
            : ""
        }
      </dd>
    </dl>
    ${
      open && sheet.area && !sheet.area.mayAnswer
        ? html`<p class="note warn">
              ${icon("lock")}<span
                >You can read and ask here. ${sheet.area.addressee ?? "The person it is addressed to"} signs it.</span
              >
            </p>
            <p class="alt">${pdf}${print}</p>`
        : ""
    }
    ${
      open && sheet.area?.mayAnswer !== false
        ? html`<form class="form" method="post" action="${sheet.path}#answer">${hidden("accept")}
<div class="trap" aria-hidden="true"><label for="website">Leave this empty</label><input id="website" name="website" type="text" tabindex="-1" autocomplete="off"></div>
<div><label for="name">Type your full name to accept</label><input class="input sign-name" id="name" name="name" type="text" required minlength="2" maxlength="200" autocomplete="name" value="${form?.action === "accept" ? form.name : ""}"${invalid("name")}${inert}>${wrong("name")}</div>
<div><label class="check"><input type="checkbox" name="consent" value="yes" required${invalid("consent")}${inert}><span>${content.consent}</span></label>${wrong("consent")}</div>
<button class="btn btn-accent" type="submit"${inert}>Accept proposal</button></form>
<div class="no-print asks">${askForm("question", shown, sheet)}${askForm("change", shown, sheet)}</div>
<div class="alt no-print"><details${form?.action === "decline" ? html` open` : ""}><summary>Decline</summary><form class="form" method="post" action="${sheet.path}#answer">${hidden("decline")}
<div class="trap" aria-hidden="true"><label for="website-2">Leave this empty</label><input id="website-2" name="website" type="text" tabindex="-1" autocomplete="off"></div>
<div><label for="reason">Why, in a sentence, if you like</label><textarea class="input" id="reason" name="reason" maxlength="2000"${inert}></textarea></div>
<label class="check"><input type="checkbox" name="sure" value="yes" required${inert}><span>Yes, we decline this proposal.</span></label>
<button class="btn btn-line" type="submit"${inert}>Decline proposal</button></form></details>${pdf}${print}</div>
<p class="proof">Accepting here is a simple electronic signature: your name, the time and what this page shows are kept as evidence. It is not a qualified electronic signature. Version ${shown.version}, ${shown.sha256.slice(0, 16)}</p>`
        : ""
    }
    ${
      state === "accepted" && decision
        ? html`<p class="note good" role="status">
              ${icon("check")}<span><b>Accepted.</b> Thank you. The signed copy is below, and stays here.</span>
            </p>
            <div class="signed">
              <b dir="auto">${decision.typed_name ?? ""}</b
              ><span>${decision.local} (${content.parties.timezone}). Reference ${decision.reference}</span>
            </div>
            ${
              decision.deposit_is_paid
                ? html`<p class="small">
                    The deposit of ${money(content.totals.deposit_minor)} has been paid. Thank you.
                  </p>`
                : decision.payment_request_id && content.totals.deposit_minor > 0
                  ? html`<form method="post" action="${sheet.path}">
                        ${hidden("pay")}<button class="btn btn-accent" type="submit" ${inert}>
                          Pay deposit, ${money(content.totals.deposit_minor)}${icon("arrow")}
                        </button>
                      </form>
                      <p class="small muted">
                        Or by bank transfer within ${content.payment_days} days. The details are on the next page.
                      </p>`
                  : ""
            }
            <p class="alt">${pdf}${print}</p>
            <p class="proof">The hash of what was accepted: ${shown.sha256}</p>`
        : ""
    }
    ${
      state === "declined" && decision
        ? html`<p class="note bad" role="status">
              ${icon("warning")}<span><b>Declined</b> on ${decision.local}. Thank you for saying so.</span>
            </p>
            <p class="alt">${pdf}${print}</p>`
        : ""
    }
    ${
      state === "expired"
        ? html`<p class="note warn" role="status">
              ${icon("clock")}<span
                ><b>Ended${content.parties.valid_until ? ` on ${dayWords(content.parties.valid_until)}` : ""}.</b>
                Prices and dates may have changed.</span
              >
            </p>
            <form method="post" action="${sheet.path}">
              ${hidden("ask")}<button class="btn btn-accent" type="submit" ${inert}>
                Ask for a new date${icon("arrow")}
              </button>
            </form>
            <p class="alt">${pdf}${print}</p>`
        : ""
    }
    ${
      sheet.area
        ? html`<p class="small muted">
            Questions? <a href="${sheet.area.ask}">Ask here</a>: we answer in your messages.
          </p>`
        : html`<p class="small muted">
            Questions? Answer the mail, or write to
            <a href="mailto:${shown.owner_email ?? site.email}">${shown.owner_email ?? site.email}</a>.
          </p>`
    }
  </aside>`;
}
