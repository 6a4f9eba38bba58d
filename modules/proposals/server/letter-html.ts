// The letter itself: what the client reads, whatever can be answered.
import { exactMoney } from "#domain/money.ts";
import { html, type Markup } from "#server/platform/pages/document-page.ts";
import { groupedLines, hasRange, lineWords, type OfferLine, offerLines } from "../lines.ts";
import {
  dayWords,
  dueWords,
  everyWords,
  letterParts,
  percent,
  type ProposalContent,
  quantityWords,
  weekdayWords,
} from "../proposal.ts";
import { recurringSums, sums } from "../sums.ts";
import type { ChoiceProblem, ShownProposal } from "./find-page.ts";

const parts = (text: string): Markup[] =>
  letterParts(text).map(({ kind, text: words }) =>
    kind === "heading" ? html`<h2 dir="auto">${words}</h2>` : html`<p dir="auto">${words}</p>`,
  );

/** The box of an option, the button of one line of a group, or the title alone. */
function lineName({ item }: OfferLine, canChoose: boolean): Markup {
  const id = `item-${item.position}`;
  const title = html`<b dir="auto">${item.title}</b>`;
  if (!item.optional) return title;
  return html`<label for="${id}"
    ><input
      type="${item.group === undefined ? "checkbox" : "radio"}"
      id="${id}"
      name="${item.group === undefined ? "option" : `group-${item.group}`}"
      value="${item.position}"
      ${item.selected ? html` checked` : ""}${canChoose ? "" : html` disabled`}
    />${title}</label
  >`;
}

/** A quantity that can be chosen is a field; out of its range it says so, and keeps what was typed. */
function quantityField({ item }: OfferLine, problems: readonly ChoiceProblem[], typed: string | undefined): Markup {
  const wrong = problems.some(({ position }) => position === item.position);
  const id = `quantity-${item.position}`;
  return html`<span class="qty"
      ><input
        class="input"
        type="text"
        inputmode="decimal"
        id="${id}"
        name="${id}"
        value="${typed ?? (quantityWords(item.quantity_milli, "") || "1")}"
        aria-label="Quantity of ${item.title}"
        ${wrong ? html` aria-invalid="true" aria-describedby="${id}-error"` : ""}
      />
      ${item.unit}</span
    >${
      wrong
        ? html`<span class="field-error" id="${id}-error"
            >From ${quantityWords(item.qty_min_milli ?? 0, "") || "1"} to
            ${quantityWords(item.qty_max_milli ?? 0, "") || "1"}.</span
          >`
        : ""
    }`;
}

/** A rate stays beside the name of its tax; two taxes may stand below each other. */
const unbroken = (cell: string) => cell.replaceAll(/ (?=[\d.]+%)/g, "\u{A0}");

interface Choosing {
  canChoose: boolean;
  problems: readonly ChoiceProblem[];
  typed: Readonly<Record<string, string>>;
}

function table(
  content: Pick<ProposalContent, "items" | "totals" | "groups">,
  { canChoose, problems, typed }: Choosing,
): Markup {
  const { head, lines } = offerLines(content, { taxes: true });
  const last = head.length - 2;
  const rows = groupedLines(lines, content.groups).map((line) => {
    if ("group" in line) {
      const wrong = problems.some(({ group }) => group === line.group.key);
      return html`<tr class="group" id="group-${line.group.key}">
        <th colspan="${head.length}" scope="colgroup">
          <b dir="auto">${line.group.title}</b> <span class="muted">Choose one</span>${
            wrong ? html`<span class="field-error" role="alert">Choose exactly one of these.</span>` : ""
          }
        </th>
      </tr>`;
    }
    const { item, cells } = line;
    const words = lineWords(item);
    return html`<tr${item.selected ? "" : html` class="not"`}>
      <th scope="row">${lineName(line, canChoose)}${words ? html`<p dir="auto">${words}</p>` : ""}</th>
      ${cells.map(
        (cell, place) =>
          // What has no value has no line on a phone.
          html`<td
            class="${place === last ? "amt" : "calc"}${cell === "" ? " none" : ""}"
            data-head="${head[place + 1]}"
          >
            ${
              head[place + 1] === "Quantity" && canChoose && hasRange(item)
                ? quantityField(line, problems, typed[item.position])
                : unbroken(cell)
            }
          </td>`,
      )}
    </tr>`;
  });
  return html`<table class="offer">
    <thead>
      <tr>
        ${head.map((term) => html`<th scope="col">${term}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

const sumList = (rows: { term: string; value: string; grand?: boolean }[]): Markup =>
  html`<dl class="sums">
    ${rows.map(
      ({ term, value, grand }) =>
        html`<dt class="${grand ? "grand" : ""}">${term}</dt>
          <dd class="${grand ? "grand" : ""}">${value}</dd>`,
    )}
  </dl>`;

function offer(content: ProposalContent, choosing: Choosing): Markup {
  const { recurring = [] } = content;
  const again = recurring.map(
    (each) =>
      html`<h3>What recurs, ${everyWords(each.every_months)}</h3>
        ${table({ ...each, groups: content.groups ?? [] }, choosing)}${sumList(recurringSums(each, content.tax_note))}`,
  );
  const once =
    content.items.length > 0 ? html`${table(content, choosing)}${sumList(sums(content, { bases: true }))}` : "";
  const all = html`${once}${again}`;
  const lines = [...content.items, ...recurring.flatMap(({ items }) => items)];
  if (!choosing.canChoose || !lines.some((item) => item.optional || hasRange(item))) return all;
  // Without script the button computes; nothing is decided by it, and no sum is made anywhere but on the server.
  return html`<form method="get" action="#options" id="options" data-live>
    <input type="hidden" name="choose" value="1" />${all}<button
      class="btn btn-line btn-sm without-script"
      style="margin-top:1rem"
      type="submit"
    >
      Update the total
    </button>
  </form>`;
}

function payments({ schedule = [], parties }: ProposalContent): Markup | "" {
  if (schedule.length === 0) return "";
  return html`<h2>Payments</h2>
    <table class="offer plan">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Due</th>
          <th scope="col">Share</th>
          <th scope="col">With tax</th>
        </tr>
      </thead>
      <tbody>
        ${schedule.map(
          (part) =>
            html`<tr>
              <th scope="row"><b dir="auto">${part.label}</b></th>
              <td class="calc" data-head="Due">${dueWords(part)}</td>
              <td class="calc" data-head="Share">
                ${typeof part.share_bp === "number" ? percent(part.share_bp) : part.is_rest ? "The rest" : ""}
              </td>
              <td class="amt" data-head="With tax">${exactMoney(part.amount_minor ?? 0, parties.currency)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

export function letter(shown: ShownProposal, canChoose: boolean, typed: Readonly<Record<string, string>> = {}): Markup {
  const { content } = shown;
  return html`<article class="letter">
    ${content.intro ? html`<p class="first" dir="auto">${content.intro}</p>` : ""} ${parts(content.body)}
    <h2>What you get</h2>
    ${offer(content, { canChoose, problems: shown.problems, typed })} ${payments(content)}
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
      ${
        content.parties.from
          ? html`${content.parties.from}<br /><span class="muted">${content.parties.house}</span>`
          : content.parties.house
      }
    </p>
    ${
      canChoose
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
