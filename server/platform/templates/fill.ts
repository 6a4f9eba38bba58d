// Fills a template for one person: subject, text and page, each value escaped by its position. What only the gate knows
// (`{{unsubscribe_url}}`) stays as a tag; whatever else looks like a tag afterwards keeps the mail from being written.
import { site } from "#content/site.ts";
import { type Firm, firmOf } from "../firm.ts";
import { escapeHtml } from "../safe-text.ts";
import { parseSource, renderSource } from "./engine.ts";
import { mailFrame } from "./mail-frame.ts";
import { markedToHtml, markedToText } from "./marked-text.ts";

export interface MailSource {
  subject: string;
  body_text: string;
  body_html: string | null;
}

/** As private.merge_values gives them: every key is there, with null where nothing is known. Own fields are one level deeper. */
type MergeValue = string | null | Readonly<Record<string, string | null>>;
export type MergeValues = Readonly<Record<string, Readonly<Record<string, MergeValue>>>>;

export interface FillOptions {
  /** Who signs: fills sender.*. */
  sender: { name: string; email: string };
  bookingUrl: string;
  /** TaskOwner address stands below outreach; without one, that of content/. */
  firm?: Firm;
  /** Outreach has the way to unsubscribe below, unless the author put it elsewhere. */
  outreach: boolean;
  /** A gap is shown by its name, {title}, to a person who will fill it. */
  showGaps?: boolean;
}

export interface Part {
  text: string;
  tag?: string;
  from?: "record" | "fallback" | "reserved" | "open";
}

export interface FilledMail {
  subject: string;
  text: string;
  html: string;
  subjectParts: Part[];
  textParts: Part[];
  /** Tags that are empty and have no other words. */
  missing: string[];
  /** Something that looks like a tag is left: where. */
  open: string[];
}

/** Left for the gate, which makes an address for each recipient. */
export const gateTags = ["unsubscribe_url", "proposal_url"] as const;
const gateTag = /\{\{(?:unsubscribe_url|proposal_url)\}\}/g;
const opener = /\{\{|\}\}|\{%|%\}/;

// Values are in a filled source as \uE000 index \uE001, so that mark-up and escaping are done around them.
const mark = /\uE000(\d+)\uE001/g;
const oneLine = (value: unknown) =>
  String(value ?? "")
    .replaceAll(/[\uE000-\uE005]/g, "")
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");

interface Value {
  text: string;
  path: string | null;
  from: NonNullable<Part["from"]>;
}

const at = (values: object, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], values);

interface Rendered {
  marked: string;
  values: Value[];
}

function render(source: string, context: object, showGaps: boolean): Rendered {
  const values: Value[] = [];
  const marked = renderSource(parseSource(source), context, (given, path, hasWords) => {
    const text = oneLine(given);
    const isGate = path !== null && (gateTags as readonly string[]).includes(path);
    const from = isGate
      ? "reserved"
      : text.trim() === ""
        ? hasWords
          ? "fallback"
          : "open"
        : path !== null && oneLine(at(context, path)).trim() === ""
          ? "fallback"
          : "record";
    const gap = from === "open" && showGaps && path !== null ? `{${path.split(".").at(-1)}}` : null;
    values.push({ text: isGate ? `{{${path}}}` : (gap ?? text), path, from });
    return `\uE000${values.length - 1}\uE001`;
  });
  return { marked, values };
}

const put = (marked: string, values: Value[], write: (value: Value) => string) =>
  marked.replaceAll(mark, (_, index: string) => write(values[Number(index)]!));

/** In an address: a whole address stays one, a part of one is encoded. */
const inTarget = (target: string, values: Value[], quote: (text: string) => string) =>
  put(target, values, (value) => {
    if (value.from === "reserved") return value.text;
    const isWhole = /^\uE000\d+\uE001$/.test(target) && /^https?:\/\/[^\s"<>]+$/i.test(value.text);
    return isWhole ? quote(value.text) : encodeURIComponent(value.text.toWellFormed());
  });

const toHtml = (html: string, values: Value[]) =>
  put(
    html.replaceAll(/<[^>]*>/g, (tag) =>
      tag.replaceAll(/="([^"]*)"/g, (_, target: string) => `="${inTarget(target, values, escapeHtml)}"`),
    ),
    values,
    (value) => (value.from === "reserved" ? value.text : escapeHtml(value.text)),
  );

function parts(source: string, values: Value[]): Part[] {
  const marked = source.replaceAll(/[\uE002\uE003]/g, "");
  const out: Part[] = [];
  let from = 0;
  for (const found of marked.matchAll(mark)) {
    if (found.index > from) out.push({ text: marked.slice(from, found.index) });
    const value = values[Number(found[1])]!;
    out.push({ text: value.text, ...(value.path && { tag: value.path }), from: value.from });
    from = found.index + found[0].length;
  }
  if (from < marked.length) out.push({ text: marked.slice(from) });
  return out;
}

export function fillMail(source: MailSource, records: MergeValues, options: FillOptions): FilledMail {
  const { sender, outreach, bookingUrl, showGaps = false } = options;
  const context = {
    ...records,
    sender: { name: sender.name, first_name: sender.name.split(/\s+/)[0] ?? "", email: sender.email },
    booking_url: bookingUrl,
    ...Object.fromEntries(gateTags.map((tag) => [tag, `{{${tag}}}`])),
  };
  const subject = render(source.subject, context, showGaps);
  const body = render(source.body_text, context, showGaps);
  const page = source.body_html === null ? null : render(source.body_html, context, showGaps);

  const text = put(
    markedToText(body.marked).replaceAll(/\uE002([^\uE003]*)\uE003/g, (_, target: string) =>
      inTarget(target, body.values, String),
    ),
    body.values,
    ({ text: value }) => value,
  );
  const html = page ? toHtml(page.marked, page.values) : toHtml(markedToHtml(body.marked), body.values);
  const line = put(subject.marked, subject.values, ({ text: value }) => value)
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 200);
  const { street, city } = options.firm ?? firmOf();
  const framed = mailFrame({ subject: line, text, html, outreach, from: `${site.name}, ${street}, ${city}` });

  const all = [...subject.values, ...body.values, ...(page?.values ?? [])];
  const missing = [...new Set(all.flatMap(({ path, from }) => (from === "open" && path ? [path] : [])))].toSorted();
  const open = Object.entries({ subject: line, text: framed.text, html: framed.html }).flatMap(([place, words]) =>
    opener.test(place === "subject" ? words : words.replaceAll(gateTag, "")) ? [place] : [],
  );
  // A value that looks like a tag must not become one at the gate.
  if (all.some(({ text: value, from }) => from !== "reserved" && opener.test(value))) open.push("a value");
  return {
    subject: line,
    ...framed,
    subjectParts: parts(subject.marked, subject.values),
    textParts: parts(markedToText(body.marked), body.values),
    missing,
    open: [...new Set(open)],
  };
}
