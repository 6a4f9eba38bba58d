// The picture that stands for a page when it is shared: its title beside a cascade, 1200 by 630.
import { colours } from "#content/colours.gen.ts";
import { cascadeFlow } from "../../../app/site/art/cascade-flow.ts";

const [nil, hall, hallFlow, ink] = [colours.nil.ground, colours.hall.ground, colours.hall.flow, colours.paper.ink];
const [vermilion, vermilionOnDark] = [colours.paper.accent, colours.hall.accent];
const serif = "Hedvig Letters Serif";
export const cardSize = { width: 1200, height: 630 };

const vane =
  "c-1-2.3-2.3-4.6-4.1-6.4c-1.6-1.8-3.7-3.3-5.9-4.3c-1.7-.8-3.6-1.3-5.6-1.4c-.8-.1-1.7-.1-2.5 .3c-.1 0-.3 .1-.4 .2c0 0-.1 .1-.1 .2c0 0 0 .1 0 .1c.1 .1 .2 .2 .3 .2c1 .8 2.4 .8 3.7 1.2c3.4 .9 6.7 2.3 9.6 4.5c1.9 1.5 3.5 3.4 5 5.4z";
export const markPaths = `<path fill="${ink}" d="M21.6 13${vane}"/><path fill="${vermilion}" d="M21.6 19.8${vane}"/><path fill="${ink}" d="M21.6 26.6${vane}"/>`;

/** The serif's widths by class of letter, in em: close enough to break lines by. */
function width(text: string) {
  let em = 0;
  for (const character of text)
    em += /[iljtfr.,:;'’!|()\- ]/.test(character)
      ? 0.28
      : /[mwMWQO@%]/.test(character)
        ? 0.8
        : /[A-Z0-9]/.test(character)
          ? 0.62
          : 0.5;
  return em;
}

function wrap(words: readonly string[], most: number) {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && width(`${last} ${word}`) <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The largest size at which the title fits into its column, with lines of about equal length. */
export function titleLines(title: string, column = 660, height = 330) {
  const words = title.split(/\s+/);
  for (const size of [92, 84, 76, 68, 60, 52, 44, 36]) {
    const most = column / size;
    let lines = wrap(words, most);
    if (lines.length * size > height || lines.some((line) => width(line) > most)) continue;
    for (let narrower = most; wrap(words, narrower).length === lines.length; narrower -= 0.25)
      if (wrap(words, narrower).every((line) => width(line) <= narrower)) lines = wrap(words, narrower);
      else break;
    return { size, lines };
  }
  return { size: 36, lines: wrap(words, column / 36) };
}

/** The line at the foot of a card: pages of Bootloader say so, the rest says what the firm does. */
export const lineOf = (path: string, tagline: string) =>
  path.startsWith("/docs/bootloader") || path === "/build/products/bootloader/portia"
    ? "Bootloader documentation"
    : path.startsWith("/build/products/bootloader")
      ? "Bootloader, a tool for developers"
      : tagline;

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/** A page's own angle, so that two cards are seldom alike: between 14 and 46 degrees, from its path. */
const angleOf = (path: string) =>
  14 + ([...path].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % 33);

const plate = { x: 800, width: 400, height: 630 };

export function cardSvg(page: { title: string; path: string; brand: string; tagline: string }) {
  const cascade = cascadeFlow({
    width: plate.width,
    height: plate.height,
    turn: angleOf(page.path),
    gap: 24,
    at: 0.3,
    chord: 0.42,
    thickness: 12,
    every: 4,
  });
  const steering = cascade.vanes.reduce((best, y) => (Math.abs(y - 260) < Math.abs(best - 260) ? y : best));
  const { size, lines } = titleLines(page.title);
  const top = 360 - ((lines.length - 1) * size * 1.04) / 2;
  const text = (x: number, y: number, font: string, fontSize: number, words: string) =>
    `<text x="${x}" y="${y}" font-family="${font}" font-size="${fontSize}" letter-spacing="${font === serif ? -fontSize * 0.025 : 0}" fill="${ink}">${escape(words)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${cardSize.width} ${cardSize.height}">
<defs><path id="l" fill="none" stroke="${hallFlow}" stroke-width="1.5" d="${cascade.line}"/><path id="v" d="${cascade.vane}"/>
<clipPath id="p"><path d="M0 0H${plate.width}V${plate.height - 96}A96 96 0 0 1 ${plate.width - 96} ${plate.height}H0z"/></clipPath></defs>
<rect width="1200" height="630" fill="${nil}"/>
<g transform="translate(${plate.x} 0)" clip-path="url(#p)"><rect width="${plate.width}" height="${plate.height}" fill="${hall}"/>
${cascade.lines.map((y) => `<use xlink:href="#l" y="${y}"/>`).join("")}
${cascade.vanes.map((y) => `<use xlink:href="#v" y="${y}" fill="${y === steering ? vermilionOnDark : nil}"/>`).join("")}</g>
<g transform="translate(64 62) scale(2)">${markPaths}</g>
${text(134, 106, serif, 46, page.brand)}
${lines.map((words, index) => text(70, top + index * size * 1.04, serif, size, words)).join("\n")}
${text(70, 566, "Schibsted Grotesk", 27, lineOf(page.path, page.tagline))}
</svg>`;
}

/** The mark on its plate, for home screens. `padding` keeps it inside a round mask. */
export const iconSvg = (padding: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-padding} ${-padding} ${26 + 2 * padding} ${26 + 2 * padding}"><rect x="${-padding}" y="${-padding}" width="100%" height="100%" fill="${nil}"/><g transform="translate(0.6 -0.6)">${markPaths}</g></svg>`;
