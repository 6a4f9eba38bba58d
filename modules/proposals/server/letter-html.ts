// The letter itself: what the client reads, whatever can be answered.
import { exactMoney } from "#domain/money.ts";
import { html, type Markup } from "#server/platform/pages/document-page.ts";
import { lineWords, offerLines } from "../lines.ts";
import { dayWords, letterParts, type ProposalContent, weekdayWords } from "../proposal.ts";
import { sums } from "../sums.ts";
import type { ShownProposal } from "./find-page.ts";

const parts = (text: string): Markup[] =>
  letterParts(text).map(({ kind, text: words }) =>
    kind === "heading" ? html`<h2 dir="auto">${words}</h2>` : html`<p dir="auto">${words}</p>`,
  );

function offer(content: ProposalContent, canChoose: boolean): Markup {
  const { head, lines } = offerLines(content);
  const last = head.length - 2;
  const rows = lines.map(({ item, cells }) => {
    const id = `item-${item.position}`;
    const words = lineWords(item);
    const name = item.optional
      ? html`<label for="${id}"
          ><input
            type="checkbox"
            id="${id}"
            name="option"
            value="${item.position}"
            ${item.selected ? html` checked` : ""}${canChoose ? "" : html` disabled`}
          /><b dir="auto">${item.title}</b></label
        >`
      : html`<b dir="auto">${item.title}</b>`;
    return html`<tr${item.selected ? "" : html` class="not"`}>
      <th scope="row">${name}${words ? html`<p dir="auto">${words}</p>` : ""}</th>
      ${cells.map(
        (cell, place) =>
          html`<td class="${place === last ? "amt" : "calc"}" data-head="${head[place + 1]}">${cell}</td>`,
      )}
    </tr>`;
  });
  const list = html`<table class="offer">
    <thead>
      <tr>
        ${head.map((term) => html`<th scope="col">${term}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
  if (!canChoose || !content.items.some(({ optional }) => optional)) return list;
  // Without script the button computes; nothing is decided by it.
  return html`<form method="get" action="#options" id="options" data-live>
    <input type="hidden" name="choose" value="1" />${list}<button
      class="btn btn-line btn-sm without-script"
      style="margin-top:1rem"
      type="submit"
    >
      Update the total
    </button>
  </form>`;
}

/** `isOpen`: it can still be answered, and what is optional chosen. */
export function letter(shown: ShownProposal, isOpen: boolean): Markup {
  const { content } = shown;
  const grand = (is?: boolean) => (is ? " grand" : "");
  return html`<article class="letter">
    ${content.intro ? html`<p class="first" dir="auto">${content.intro}</p>` : ""} ${parts(content.body)}
    <h2>What you get</h2>
    ${offer(content, isOpen)}
    <dl class="sums">
      ${sums(content).map(
        ({ term, value, grand: is }) =>
          html`<dt class="${grand(is).trim()}">${term}</dt>
            <dd class="${grand(is).trim()}">${value}</dd>`,
      )}
    </dl>
    ${
      content.dates.length > 0
        ? html`<h2>When</h2>
            <ol class="dates">
              ${content.dates.map(
                ({ day, title, text }) =>
                  html`<li>
                    <i aria-hidden="true"></i><b dir="auto">${title}</b
                    ><time datetime="${day}">${weekdayWords(day)}</time>${text ? html`<p dir="auto">${text}</p>` : ""}
                  </li>`,
              )}
            </ol>`
        : ""
    }
    ${parts(content.terms)}
    <p style="margin-top:2rem">
      ${content.parties.from ?? content.parties.house}<br /><span class="muted">${content.parties.house}</span>
    </p>
    ${
      isOpen
        ? html`<p class="bar no-print">
            <span
              ><span class="small muted">Total</span
              ><b>${exactMoney(content.totals.total_minor, content.parties.currency)}</b></span
            ><a class="btn btn-solid btn-sm" href="#answer">Your answer</a>
          </p>`
        : ""
    }
  </article>`;
}

/** For whom, from whom, of which day. */
export const facts = ({ content, sent_on: sentOn }: ShownProposal): [string, string][] => [
  ["For", [content.parties.contact, content.parties.account].filter(Boolean).join(", ")],
  ["From", [content.parties.from, content.parties.house].filter(Boolean).join(", ")],
  ...(sentOn ? [["Date", dayWords(sentOn)] as [string, string]] : []),
  ...(content.parties.valid_until ? [["Valid until", dayWords(content.parties.valid_until)] as [string, string]] : []),
];
