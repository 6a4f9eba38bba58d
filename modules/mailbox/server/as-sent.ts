// A mail as it was sent, for an iframe without scripts and without an origin: what runs, what asks for anything and what comes from outside is
// gone. Pictures stay only if they are in the mail.
import sanitize from "sanitize-html";

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";
const plain = [/^[\w\s#%.,()'"-]+$/];

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
  transformTags: { a: sanitize.simpleTransform("a", { rel: "noopener noreferrer nofollow", target: "_blank" }) },
  exclusiveFilter: ({ tag, attribs }) =>
    tag === "img" && !/^data:image\/(?:png|gif|jpeg|webp);base64,/i.test(attribs.src ?? ""),
};
options.allowedAttributes = {
  ...(options.allowedAttributes as Record<string, string[]>),
  a: ["href", "title", "rel", "target"],
};

export const asSentPage = (html: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
  `<meta name="referrer" content="no-referrer"></head><body>${sanitize(html, options)}</body></html>`;
