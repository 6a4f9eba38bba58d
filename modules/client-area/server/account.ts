// The client's own account: devices, passkeys, signing out, who else sees the company, and a fresh code before something is shown in full.
import type { ClientHandler, ClientPage, ClientVisit } from "#server/platform/clients/client-area.ts";
import { formNonce } from "#server/platform/links/links.ts";
import { html, icon, type Markup } from "#server/platform/pages/document-page.ts";
import { hidden } from "./messages.ts";
import { addVersion } from "./passkeys.ts";
import type { Sessions } from "./sessions.ts";
import { dayOf, shortDay } from "./times.ts";

interface Device {
  id: string;
  user_agent: string;
  created_at: Date;
  seen_at: Date;
  current: boolean;
}
interface Key {
  id: string;
  created_at: Date;
  used_at: Date | null;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const goTo = (to: string) => new Response(null, { status: 303, headers: { Location: to } });

/** "Chrome on Android": enough to tell one's own devices apart. */
function deviceName(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1];
  const system = ["iPhone", "iPad", "Android", "Windows", "Mac OS X", "Linux"].find((name) => agent.includes(name));
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "Mac" };
  const said = [browser, system].map((word) => word && (names[word] ?? word)).filter(Boolean);
  return said.length > 0 ? said.join(" on ") : "A device";
}

const action = (
  visit: ClientVisit,
  what: string,
  label: string,
  more: Markup | string = "",
  style = "btn-line btn-sm",
): Markup =>
  html`<form method="post" action="/client/account">
    ${hidden(visit, "account")}<input type="hidden" name="action" value="${what}" />${more}<button
      class="btn ${style}"
      type="submit"
    >
      ${label}
    </button>
  </form>`;
const idField = (id: string) => html`<input type="hidden" name="id" value="${id}" />`;

async function accountPage(visit: ClientVisit, said = ""): Promise<ClientPage> {
  const { client } = visit;
  const [devices, keys] = await visit.ask((tx) =>
    Promise.all([
      tx<Device[]>`select * from private.client_devices() limit 50`,
      tx<Key[]>`select * from private.client_keys()`,
    ]),
  );
  const whole = client.companies.filter(({ scope }) => scope === "all");
  return {
    title: "Account",
    lead: client.companies[0].email,
    body: html`<div data-field="paper">
      <div class="wrap cl-body">
        ${said ? html`<p class="note good" role="status">${icon("check")}<span>${said}</span></p>` : ""}
        <section class="cl-sec" aria-labelledby="devices">
          <h2 id="devices">Devices</h2>
          <ul class="cl-rows">
            ${devices.map(
              (device) =>
                html`<li>
                  <b>${deviceName(device.user_agent)}${device.current ? ", this one" : ""}</b
                  >${device.current ? "" : action(visit, "end", "Sign out", idField(device.id))}<span class="s"
                    >Signed in on ${dayOf(device.created_at, client.timeZone)}, last here on
                    ${shortDay(device.seen_at, client.timeZone)}</span
                  >
                </li>`,
            )}
          </ul>
        </section>
        <section class="cl-sec" aria-labelledby="passkeys">
          <h2 id="passkeys">Passkeys</h2>
          ${
            keys.length > 0
              ? html`<ul class="cl-rows">
                  ${keys.map(
                    (key) =>
                      html`<li>
                        <b>Passkey of ${dayOf(key.created_at, client.timeZone)}</b
                        >${action(visit, "remove key", "Remove", idField(key.id))}<span class="s"
                          >${key.used_at ? `Last used on ${shortDay(key.used_at, client.timeZone)}` : "Not used yet"}</span
                        >
                      </li>`,
                  )}
                </ul>`
              : html`<p class="cl-none">
                  With a passkey you sign in by finger, face or PIN, without waiting for a mail.
                </p>`
          }
          <p class="needs-script" style="margin-top:1rem">
            <button
              class="btn btn-line"
              type="button"
              data-passkey="add"
              data-nonce="${formNonce(visit.formToken, addVersion)}"
              aria-describedby="key-says"
            >
              ${icon("key")}Add a passkey
            </button>
          </p>
          <p class="small muted" id="key-says" role="status"></p>
        </section>
        <section class="cl-sec" aria-labelledby="out">
          <h2 id="out">Sign out</h2>
          <p class="cl-none">Everywhere means every device and every passkey.</p>
          <div class="cl-act" style="margin-top:1rem">
            ${action(visit, "sign out", "Sign out", "", "btn-solid")}${action(visit, "sign out everywhere", "Sign out everywhere", "", "btn-line")}
          </div>
        </section>
        ${whole.length > 0 ? askForColleague(visit, whole) : ""}
      </div>
    </div>`,
  };
}

const askForColleague = (visit: ClientVisit, companies: { accountId: string; name: string }[]): Markup =>
  html`<section class="cl-sec" aria-labelledby="people">
    <h2 id="people">Ask for a colleague</h2>
    <p class="cl-none">Tell us who else should see this. Only we give access, and we ask them first.</p>
    <form class="cl-form" method="post" action="/client/account" style="margin-top:1rem">
      ${hidden(visit, "account")}<input type="hidden" name="action" value="ask for colleague" />
      ${
        companies.length > 1
          ? html`<div>
              <label for="company">Company</label
              ><select class="input" id="company" name="company">
                ${companies.map(({ accountId, name }) => html`<option value="${accountId}">${name}</option>`)}
              </select>
            </div>`
          : html`<input type="hidden" name="company" value="${companies[0]!.accountId}" />`
      }
      <div>
        <label for="who">Their name</label
        ><input class="input" id="who" name="who" required maxlength="200" autocomplete="off" />
      </div>
      <div>
        <label for="address">Their address</label
        ><input class="input" id="address" name="address" type="email" required maxlength="254" autocomplete="off" />
      </div>
      <button class="btn btn-line" type="submit">Ask for access</button>
    </form>
  </section>`;

async function act(visit: ClientVisit): Promise<ClientPage | Response | null> {
  const { form } = visit;
  const id = uuid.test(form.id ?? "") ? form.id! : null;
  switch (form.action) {
    case "sign out":
    case "sign out everywhere":
      await visit.ask((tx) => tx`select private.end_client_sessions(${form.action === "sign out everywhere"})`);
      return goTo("/client");
    case "end":
      if (id) await visit.ask((tx) => tx`select private.end_client_sessions(false, ${id})`);
      return goTo("/client/account");
    case "remove key":
      if (id) await visit.ask((tx) => tx`select private.remove_client_key(${id})`);
      return goTo("/client/account");
    case "ask for colleague": {
      const company = visit.client.companies.find(
        ({ accountId, scope }) => accountId === form.company && scope === "all",
      );
      const who = oneLine(form.who, 200);
      const address = oneLine(form.address, 254);
      if (!company || !who || !/^[^@\s]+@[^@\s]+$/.test(address)) return accountPage(visit);
      const words = `Please give ${who} (${address}) access to the client area of ${company.name}.`;
      await visit.ask((tx) => tx`select private.post_client_message(${company.accountId}, ${words})`);
      return accountPage(visit, "We have been told. The answer is in your messages.");
    }
    default:
      return null;
  }
}

const oneLine = (text: string | undefined, most: number) =>
  (text ?? "")
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ")
    .trim()
    .slice(0, most);

const morePage = (visit: ClientVisit, sections: readonly { key: string; name: string }[]): ClientPage => ({
  title: "More",
  body: html`<div data-field="paper">
    <div class="wrap cl-body">
      <nav class="cl-ways" aria-label="More of your area">
        ${sections.map(({ key, name }) => html`<a href="/client/${key}">${name}${icon("arrow")}</a>`)}
        <a href="/client/account">Account, devices and people${icon("arrow")}</a>
      </nav>
      <div class="cl-act">${action(visit, "sign out", "Sign out", "", "btn-line")}</div>
    </div>
  </div>`,
});

/** A code that is asked for within the session: a stolen session, or the one code that opened it, is not enough. */
function confirmPage(visit: ClientVisit, to: string, step: "ask" | "sent" | "wrong" | "ended"): ClientPage {
  const { email } = visit.client.companies[0];
  const fields = (what: string) =>
    html`${hidden(visit, "confirm")}<input type="hidden" name="action" value="${what}" /><input
        type="hidden"
        name="next"
        value="${to}"
      />`;
  const problems = {
    wrong: "This is not the code of the newest mail.",
    ended: "That code has ended. Ask for a new one.",
  };
  return {
    title: "Is it you?",
    lead: `Bank details are shown in full after a fresh code to ${email}.`,
    ...(step === "wrong" || step === "ended" ? { status: 403 } : {}),
    body: html`<div data-field="paper">
      <div class="wrap cl-body">
        ${step === "wrong" || step === "ended" ? html`<p class="note bad" role="alert">${icon("warning")}<span>${problems[step]}</span></p>` : ""}
        ${
          step === "ask"
            ? ""
            : html`<form class="cl-form" method="post" action="/client/confirm">
                ${fields("check")}
                <div>
                  <label for="code">Six digits</label
                  ><input
                    class="input"
                    id="code"
                    name="code"
                    inputmode="numeric"
                    autocomplete="one-time-code"
                    maxlength="11"
                    required
                  />
                </div>
                <button class="btn btn-accent" type="submit">Show them</button>
              </form>`
        }
        <form class="cl-form" method="post" action="/client/confirm">
          ${fields("send")}<button class="btn ${step === "ask" ? "btn-accent" : "btn-line"}" type="submit">
            ${step === "ask" ? "Send me a code" : "Send another code"}
          </button>
        </form>
      </div>
    </div>`,
  };
}

export function ownPages(
  sessions: Sessions,
  sections: (visit: ClientVisit) => Promise<readonly { key: string; name: string }[]>,
): { path: string; method: "GET" | "POST"; handle: ClientHandler }[] {
  const nextOf = (to: string | null | undefined) => (/^\/client\/[\w/-]*$/.test(to ?? "") ? to! : "/client");
  return [
    { method: "GET", path: "/account", handle: (visit) => accountPage(visit) },
    { method: "POST", path: "/account", handle: act },
    { method: "GET", path: "/more", handle: async (visit) => morePage(visit, await sections(visit)) },
    {
      method: "GET",
      path: "/confirm",
      handle: async (visit) => confirmPage(visit, nextOf(visit.query.get("next")), "ask"),
    },
    {
      method: "POST",
      path: "/confirm",
      async handle(visit) {
        const { sessionId, companies } = visit.client;
        const to = nextOf(visit.form.next);
        if (visit.form.action === "send") {
          await sessions.sendCode(companies[0].email, { session: sessionId });
          return confirmPage(visit, to, "sent");
        }
        const code = (visit.form.code ?? "").replaceAll(/\D/g, "").slice(0, 6);
        const { why } = await sessions.useCode(companies[0].email, code, sessionId);
        if (why) return confirmPage(visit, to, why);
        await sessions.confirm(sessionId);
        return goTo(to);
      },
    },
  ];
}
