// What the client accepts, and what of it this request can be answered with.
import { badMediaType } from "../rest-error.ts";

export type BodyKind = "array" | "object" | "csv" | "geojson" | "text" | "xml" | "binary" | "openapi";

export interface Media {
  kind: BodyKind;
  stripNulls: boolean;
  contentType: string;
  /** Answer with PostgreSQL's plan of the statement instead of its rows. */
  plan: { format: "text" | "json"; options: string[]; for: string } | null;
}

interface Accepted {
  type: string;
  parameters: Map<string, string>;
  quality: number;
}

function parseAccept(header: string): Accepted[] {
  return splitOutsideQuotes(header, ",")
    .map((range) => {
      const [type = "", ...rest] = splitOutsideQuotes(range, ";");
      const parameters = new Map(
        rest.map((part) => {
          const at = part.indexOf("=");
          const value = part.slice(at + 1).trim();
          return [part.slice(0, at).trim().toLowerCase(), value.replace(/^"(.*)"$/, "$1")];
        }),
      );
      const quality = Number(parameters.get("q") ?? 1);
      return { type: type.trim().toLowerCase(), parameters, quality: Number.isFinite(quality) ? quality : 1 };
    })
    .filter(({ type }) => type !== "")
    .sort((a, b) => b.quality - a.quality);
}

/** Sign by sign: a pattern would look ahead to the end again from every quote that never closes. */
function splitOutsideQuotes(text: string, mark: "," | ";"): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted && sign === "\\") at++;
    else if (sign === '"') quoted = !quoted;
    else if (sign === mark && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

const utf8 = "; charset=utf-8";

export interface Offer {
  scalar: boolean;
  plan: boolean;
  openapi: boolean;
}

export function negotiate(header: string | null, offer: Offer): Media {
  const accepted = parseAccept(header ?? "*/*");
  if (accepted.length === 0) accepted.push({ type: "*/*", parameters: new Map(), quality: 1 });
  for (const { type, parameters } of accepted) {
    const media = offer.openapi ? openapiMedia(type) : mediaOf(type, parameters, offer);
    if (media !== null) return media;
  }
  throw badMediaType(accepted.map(({ type, parameters }) => withParameters(type, parameters)));
}

const withParameters = (type: string, parameters: Map<string, string>) =>
  [type, ...[...parameters].filter(([name]) => name !== "q").map(([name, value]) => `${name}=${value}`)].join(";");

const media = (kind: BodyKind, contentType: string, stripNulls = false): Media => ({
  kind,
  stripNulls,
  contentType: contentType + (kind === "binary" ? "" : utf8),
  plan: null,
});

function openapiMedia(type: string): Media | null {
  const known = ["application/openapi+json", "application/json", "application/*", "*/*"];
  return known.includes(type) ? media("openapi", "application/openapi+json") : null;
}

function mediaOf(type: string, parameters: Map<string, string>, offer: Offer): Media | null {
  const stripped = parameters.get("nulls") === "stripped";
  const suffix = stripped ? ";nulls=stripped" : "";
  switch (type) {
    case "*/*":
    case "application/*":
    case "application/json":
      return media("array", "application/json");
    case "application/vnd.pgrst.array":
    case "application/vnd.pgrst.array+json":
      return stripped
        ? media("array", `application/vnd.pgrst.array+json${suffix}`, true)
        : media("array", "application/json");
    case "application/vnd.pgrst.object":
    case "application/vnd.pgrst.object+json":
      return media("object", `application/vnd.pgrst.object+json${suffix}`, stripped);
    case "text/csv":
    case "text/*":
      return media("csv", "text/csv");
    case "application/geo+json":
      return media("geojson", "application/geo+json");
    case "text/plain":
      return offer.scalar ? media("text", "text/plain") : null;
    case "text/xml":
      return offer.scalar ? media("xml", "text/xml") : null;
    case "application/octet-stream":
      return offer.scalar ? media("binary", "application/octet-stream") : null;
    case "application/vnd.pgrst.plan":
    case "application/vnd.pgrst.plan+text":
    case "application/vnd.pgrst.plan+json":
      return offer.plan ? planMedia(type, parameters, offer) : null;
    default:
      return null;
  }
}

const planOptions = ["analyze", "verbose", "settings", "buffers", "wal"];

function planMedia(type: string, parameters: Map<string, string>, offer: Offer): Media | null {
  const wanted = parameters.get("for") ?? "application/json";
  const [inner = "", ...rest] = wanted.split(";");
  const innerParameters = new Map(rest.map((part) => part.split("=", 2) as [string, string]));
  const body = mediaOf(inner.trim(), innerParameters, { ...offer, plan: false });
  if (body === null) return null;
  const options = (parameters.get("options") ?? "").split("|").filter((option) => planOptions.includes(option));
  const format = type.endsWith("+json") ? "json" : "text";
  const shown = options.length === 0 ? "" : `; options=${options.join("|")}`;
  return {
    ...body,
    contentType: `application/vnd.pgrst.plan+${format}; for="${body.contentType.replace(utf8, "")}"${shown}${utf8}`,
    plan: { format, options, for: body.contentType },
  };
}
