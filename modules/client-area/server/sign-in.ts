// The pages of signing in.
import { html, icon, type Markup } from "#server/platform/pages/document-page.ts";
import { signInPage } from "./frame.ts";

const note = (text: string, tone: "warn" | "bad" = "warn"): Markup =>
  html`<p class="note ${tone}" role="alert">${icon(tone === "warn" ? "clock" : "warning")}<span>${text}</span></p>`;

const next = (to: string) => (to ? html`<input type="hidden" name="next" value="${to}" />` : "");

const askForm = (email: string, to: string, label: string): Markup =>
  html`<form method="post" action="/client/code">
    ${next(to)}
    <div>
      <label for="email">Your work address</label
      ><input
        class="input"
        id="email"
        name="email"
        type="email"
        required
        maxlength="254"
        autocomplete="email"
        value="${email}"
      />
    </div>
    <button class="btn btn-accent" type="submit">${label}</button>
  </form>`;

export const askPage = (welcome: string, to: string, error = ""): Promise<string> =>
  signInPage(
    "Your area",
    welcome || "Proposals, payments, documents and messages of your company. No password.",
    html`${error ? note(error, "bad") : ""}${askForm("", to, "Send me a code")}
      <p class="needs-script" style="margin-top:1rem">
        <button class="btn btn-line" type="button" data-passkey="enter" aria-describedby="passkey-says">
          ${icon("key")}Use a passkey
        </button>
      </p>
      <p class="small muted" id="passkey-says" role="status"></p>`,
  );

/** The same words for every address. */
export const codePage = (email: string, to: string, wrong = false): Promise<string> =>
  signInPage(
    "Type the code",
    html`If <b dir="ltr">${email}</b> has access, a code is in that mailbox now. It works for ten minutes, once.`,
    html`${wrong ? note("This is not a code of our last mails. Please look again.", "bad") : ""}
      <form method="post" action="/client/enter">
        ${next(to)}<input type="hidden" name="email" value="${email}" />
        <div>
          <label for="code">Six digits</label
          ><input
            class="input code"
            id="code"
            name="code"
            type="text"
            inputmode="numeric"
            autocomplete="one-time-code"
            pattern="[0-9 ]{6,11}"
            maxlength="11"
            required
          />
        </div>
        <label class="check"
          ><input type="checkbox" name="stay" value="yes" checked /><span
            >Stay signed in on this device for 30 days</span
          ></label
        >
        <button class="btn btn-accent" type="submit">Open my area</button>
      </form>
      <form method="post" action="/client/code">
        ${next(to)}<input type="hidden" name="email" value="${email}" />
        <p class="small muted">
          Nothing came? Look in the spam folder, or
          <button class="link" type="submit">send another</button>. Five an hour at most; every code of the last ten
          minutes works.
        </p>
      </form>`,
  );

export const endedPage = (email: string, to: string): Promise<string> =>
  signInPage(
    "That code has ended",
    "Codes work for ten minutes and once. Your area is untouched.",
    html`${note("Links in older mails lead here, not to the content. That is meant.")}${askForm(email, to, "Send me a new code")}`,
  );

/** Too many wrong codes for this address: the link of a mail is not slowed down. */
export const waitPage = (email: string, to: string): Promise<string> =>
  signInPage(
    "One moment",
    "Too many wrong codes were typed for this address. Open the link in our mail instead: it works at once. Or try a code again in a quarter of an hour.",
    html`${askForm(email, to, "Send me a new code")}`,
  );

/** A scanner that opens links from mail does not use them up. */
export const linkPage = (token: string): Promise<string> =>
  signInPage(
    "Open your area",
    "This link works once, within ten minutes of its mail.",
    html`<form method="post" action="/client/enter/${token}">
      <label class="check"
        ><input type="checkbox" name="stay" value="yes" checked /><span
          >Stay signed in on this device for 30 days</span
        ></label
      >
      <button class="btn btn-accent" type="submit">Open my area</button>
    </form>`,
  );
