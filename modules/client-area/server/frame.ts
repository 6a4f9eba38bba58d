// The frame of the client's area: the ways through it, who is signed in, and what we see of them.
import type { Client, ClientPage, ClientSection } from "#server/platform/clients/client-area.ts";
import { documentPage, html, icon, type Markup, raw } from "#server/platform/pages/document-page.ts";
import { colours } from "#content/colours.gen.ts";
import { clientStyle } from "./style.ts";

export interface Frame {
  client: Client;
  sections: readonly ClientSection[];
  /** Messages of ours that were not read yet. */
  unread: number;
  /** The section that is open; "" is the home page. */
  at: string;
}

const named = ({ companies: [first, ...others] }: Client) =>
  others.length > 0 ? `${others.length + 1} companies` : first.name;

export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0])
    .filter((_, place, all) => place === 0 || place === all.length - 1)
    .join("")
    .toUpperCase();

export function clientPage(page: ClientPage, { client, sections, unread, at }: Frame): Promise<string> {
  const current = (key: string) => (key === at ? raw(' aria-current="page"') : "");
  const count = unread > 0 ? html`<span class="n">${unread}<span class="vh"> new</span></span>` : "";
  const way = (key: string, name: string) =>
    html`<a href="/client${key && `/${key}`}" ${current(key)}>${name}${key === "messages" ? count : ""}</a>`;
  const tab = (key: string, name: string, sign: Parameters<typeof icon>[0]) =>
    html`<a href="/client${key && `/${key}`}" ${current(key)}
      >${icon(sign)}${name}${key === "messages" ? count : ""}</a
    >`;
  const has = (key: string) => sections.some((section) => section.key === key);
  const { person } = client.companies[0];
  return documentPage({
    title: page.title,
    reference: `${person}, ${named(client)}`,
    style: clientStyle + (page.style ?? ""),
    src: "/client/script.js",
    foot: `You see ${named(client) === client.companies[0].name ? client.companies[0].name : "your companies"} only. We see that you signed in and what you opened, not for how long.`,
    nav: html`<nav class="cl-nav" aria-label="Your area">
      ${way("", "Home")}${sections.map(({ key, name }) => way(key, name))}${way("account", "Account")}
    </nav>`,
    tabs: html`<nav class="cl-tabs" data-field="paper" aria-label="Your area, on phones">
      ${tab("", "Home", "home")}${has("documents") ? tab("documents", "Documents", "folder") : ""}${tab("messages", "Messages", "talk")}${tab("more", "More", "more")}
    </nav>`,
    body: html`${client.viewer ? ribbon(client) : ""}${page.bare ? "" : opening(page)}${page.body}`,
  });
}

export const opening = ({ title, lead }: Pick<ClientPage, "title" | "lead">, art = false): Markup =>
  html`<section class="doc-open cl-open" data-field="nil">
    ${art ? html`<svg class="doc-art" viewBox="0 0 900 420" preserveAspectRatio="xMaxYMid slice" aria-hidden="true"><use href="/art/cascade.svg#art" /></svg>` : ""}
    <div class="wrap">
      <h1 dir="auto">${title}</h1>
      ${lead ? html`<p class="lead">${lead}</p>` : ""}
    </div>
  </section>`;

const ribbon = ({ companies: [{ person, name }] }: Client): Markup =>
  html`<p class="cl-ribbon no-print" role="status">
    <span>You see what ${person} of ${name} sees. Reading only; this is in the audit log.</span
    ><a href="/client/leave">End</a>
  </p>`;

const hall = `[data-field=hall]{${Object.entries(colours.hall)
  .map(([name, value]) => `--${name}:${value}`)
  .join(";")}}`;

/** Sign-in and what belongs to it: split as /auth. */
export const signInPage = (title: string, text: string | Markup, body: Markup): Promise<string> =>
  documentPage({
    title,
    style: `${clientStyle}@media screen{${hall}}.doc-head .theme,.foot-line{display:none}`,
    src: "/client/script.js",
    body: html`<div class="auth">
      <div class="left" data-field="paper">
        <div></div>
        <div class="box">
          <h1>${title}</h1>
          <p>${text}</p>
          ${body}
        </div>
        <p class="small muted">
          Not a client yet? <a href="/contact">Write to us</a>. Colleagues sign in at the
          <a href="/auth">back office</a>.
        </p>
      </div>
      <div class="right" data-field="hall" aria-hidden="true">
        <svg viewBox="-620 -450 900 900" preserveAspectRatio="xMidYMid slice">
          <use href="/art/ring-open.svg#art" />
        </svg>
      </div>
    </div>`,
  });
