// An answer without the mail it quotes and without a signature. Line by line and each line once: patterns over a whole text that strangers
// wrote take minutes for some of them.

/** Lines longer than this introduce no quote. */
const longestHeader = 400;
/** Mail programs wrap the line above a quote into so many. */
const headerLines = 3;

/** How the line above a quote begins, and what it has at its end: "On Mon, 16 Nov 2026, Ada Lind wrote:". */
const headers: [RegExp, RegExp][] = [
  [/^On\s/, /wrote:?$/],
  [/^Le\s/, /écrit\s?:?$/],
  [/^El\s/, /escribió:?$/],
  [/^Il\s/, /scritto:?$/],
  [/^In data\s/, /scritto:?$/],
  [/^Em\s/, /escreveu:?$/],
  [/^Am\s/, /\sschrieb[ :].*:?$/],
  [/^Op\s/, /schreef.*:$/],
  [/^(?:W\sdniu|Dnia)\s/, /(?:pisze|napisał|napisał\(a\)):$/],
  [/^Den\s/, /\sskrev\s.*:$/],
  [/^[a-z]{3,4}\.\s/, /\sskrev\s.*:$/],
  [/^pe\s/, /kirjoitti:$/],
  [/^ср,\s/, / г\. в\s.*:$/],
  [/^在/, /写道：$/],
  [/^20\d\d\./, /\s작성:$/],
  [/^20\d\d\//, /のメッセージ:$/],
  [/^\S/, /> schrieb:$/],
  [/^\S/, / wrote:$/],
  [/^20\d\d-\d\d.\d\d.\d\d:\d\d/, />:$/],
  [/^\d\d.\d\d.20\d\d/, /> ?:$/],
  [/^\d\d:\d\d/, /> ?:$/],
  [/^(?:From|Von|De|Van|Da)\s?:/, /[>\]]$/],
];
const original =
  /^-{1,12} ?(?:original message|oprindelig besked|message d'origine|ursprüngliche nachricht) ?-{0,12}$/i;
const signature =
  /^(?:-{2,4} ?|_{2,32}|\+{2,4}|={2,4}|Sent from .+|Get Outlook for .+|Gesendet von .+|Von .+ gesendet|Sendt fra .+|Envoyé (?:depuis|de mon|à partir de) .+|Télécharger Outlook pour .+|Enviado desde .+|Inviato da .+|Verzonden vanaf .+|Verstuurd vanaf .+)$/;
const farewell =
  /^(?:cheers|best wishes|(?:\w{1,20} )?(?:and )?regards|(?:\w{1,20} )?cordialement|bien . vous)[,!！]{0,2}$/i;

const begins = headers.map(([start]) => start);
const isHeader = (line: string): boolean => {
  if (line === "" || line.length > longestHeader) return false;
  const text = bare(line);
  return original.test(line.trim()) || headers.some(([start, end]) => start.test(text) && end.test(text));
};
/** Without the dashes that some programs put around it. */
function bare(line: string): string {
  let [from, to] = [0, line.length];
  while (from < to && (line[from] === "-" || line[from] === " ")) from += 1;
  while (to > from && (line[to - 1] === "-" || line[to - 1] === " ")) to -= 1;
  return line.slice(from, to);
}

const isQuote = (line: string) => line.startsWith(">");
const isSignature = (line: string) =>
  line !== "" && line.length <= longestHeader && (signature.test(line) || farewell.test(line));

/** A header that was wrapped is one line again. */
function unwrapped(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const first = lines[at]!;
    let taken = 0;
    if (first.length <= longestHeader && begins.some((start) => start.test(bare(first))))
      for (let more = 1; more < headerLines && taken === 0; more += 1) {
        const next = lines.slice(at, at + more + 1);
        if (next.at(-1)!.trim() === "" || isQuote(next.at(-1)!)) break;
        if (!isHeader(first) && isHeader(next.map((line) => line.trim()).join(" "))) taken = more;
      }
    out.push(
      lines
        .slice(at, at + taken + 1)
        .map((line) => line.trimEnd())
        .join(" "),
    );
    at += taken;
  }
  return out;
}

/** From the last line upwards: what is quoted ends at its header, a signature at its mark, and the rest was written now. */
export function withoutQuotes(text: string): string {
  const lines = unwrapped(text.split(/\r\n|\n|\r/)).toReversed();
  const kept: string[][] = [];
  let part: { lines: string[]; quoted: boolean } | null = null;
  const close = (hidden: boolean) => {
    if (part && !hidden) kept.push(part.lines);
    part = null;
  };
  for (const line of lines) {
    const below = part?.lines.at(-1);
    if (below !== undefined && isSignature(below.trim())) close(true);
    else if (below !== undefined && line === "" && isHeader(below)) close(true);
    const quoted = isQuote(line);
    if (part && part.quoted !== quoted && !(part.quoted && (line === "" || isHeader(line)))) close(part.quoted);
    part ??= { lines: [], quoted };
    part.lines.push(line);
  }
  const top = part?.lines.at(-1);
  close(Boolean(part?.quoted || (top !== undefined && (isSignature(top.trim()) || isHeader(top)))));
  return kept
    .toReversed()
    .map((each) => each.toReversed().join("\n"))
    .join("\n")
    .trim();
}
