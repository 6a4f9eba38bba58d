// The HTML of a mail, cleaned once when it is filed (in the thread of parser.ts) for an iframe without scripts and without an origin: what
// runs, what asks for anything and what comes from outside is gone. Pictures stay only if they are in the mail.
import sanitize from "sanitize-html";

const plain = [/^[\w\s#%.,()'"-]+$/];

const isOwnPicture = (src: string) => /^data:image\/(?:png|gif|jpeg|webp);base64,/i.test(src);

const options: sanitize.IOptions = {
  allowedTags: [
    "a",
    "abbr",
    "address",
    "b",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "li",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
  ],
  allowedAttributes: {
    a: ["href", "title"],
    img: ["src", "alt", "width", "height"],
    font: ["color", "size", "face"],
    "*": [
      "align",
      "valign",
      "bgcolor",
      "width",
      "height",
      "cellpadding",
      "cellspacing",
      "border",
      "colspan",
      "rowspan",
      "style",
      "dir",
    ],
  },
  allowedStyles: {
    "*": Object.fromEntries(
      [
        "color",
        "background-color",
        "font-size",
        "font-weight",
        "font-style",
        "font-family",
        "text-align",
        "text-decoration",
        "margin",
        "padding",
        "border",
        "width",
        "line-height",
      ].map((property) => [property, plain]),
    ),
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["data"] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 100,
  transformTags: {
    a: sanitize.simpleTransform("a", { rel: "noopener noreferrer nofollow", target: "_blank" }),
    // Others keep their place and their words and show nothing. Not sanitize's exclusiveFilter: it copies the whole page for each.
    img: (tagName, { src = "", ...attribs }) => ({
      tagName,
      attribs: isOwnPicture(src) ? { ...attribs, src } : attribs,
    }),
  },
};
options.allowedAttributes = {
  ...(options.allowedAttributes as Record<string, string[]>),
  a: ["href", "title", "rel", "target"],
};

export interface CleanHtml {
  html: string;
  isCut: boolean;
}

/** As much of it as the database takes. */
const maxHtmlBytes = 500_000;

export function cleanHtml(raw: string): CleanHtml {
  const cut = cutToBytes(raw, maxHtmlBytes);
  const clean = sanitize(cut, options);
  const html = cutToBytes(clean, maxHtmlBytes);
  // Cleaned text has "<" only where a tag begins: half a tag at the end is left out.
  const [tag, end] = [html.lastIndexOf("<"), html.lastIndexOf(">")];
  return {
    html: html.length < clean.length && tag > end ? html.slice(0, tag) : html,
    isCut: cut.length < raw.length || html.length < clean.length,
  };
}

/** Cut between characters, without what a database cannot hold. */
export function cutToBytes(text: string, most: number): string {
  const whole = Buffer.from(text.replaceAll("\u0000", "").toWellFormed());
  if (whole.length <= most) return whole.toString();
  let end = most;
  while (end > 0 && (whole[end]! & 0xc0) === 0x80) end -= 1;
  return whole.subarray(0, end).toString();
}
