// The build writes the firm of content/site.ts into the pages; the server puts the one of Settings in its place.
import { addressLine, type Firm, firmLine, firmOf } from "#server/platform/firm.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";

const built = firmOf();
const builtAddress = addressLine(built);

export const namesFirm = (html: string): boolean => html.includes(built.legalName) || html.includes(built.email);

/** Inside a script of data; `<` would end it. */
const inScript = (text: string) => JSON.stringify(text).replaceAll("<", "\\u003c");

/** Facts for search engines, by their names there. */
const facts: readonly (readonly [name: string, of: (firm: Firm) => string])[] = [
  ["legalName", (firm) => firm.legalName],
  ["streetAddress", (firm) => firm.street],
  ["addressLocality", (firm) => [firm.postalCode, firm.city].filter(Boolean).join(" ")],
  ["addressRegion", (firm) => firm.region ?? ""],
  ["addressCountry", (firm) => firm.country],
];

export function withFirm(html: string, firm: Firm): string {
  const told = facts.reduce(
    (text, [name, of]) => text.replaceAll(`"${name}":${inScript(of(built))}`, () => `"${name}":${inScript(of(firm))}`),
    html,
  );
  return told
    .replaceAll(escapeHtml(firmLine(built)), () => escapeHtml(firmLine(firm)))
    .replaceAll(escapeHtml(builtAddress), () => escapeHtml(addressLine(firm)))
    .replaceAll(escapeHtml(built.legalName), () => escapeHtml(firm.legalName))
    .replaceAll(built.email, () => escapeHtml(firm.email));
}
