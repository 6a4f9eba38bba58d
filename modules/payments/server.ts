// The page to pay on, the way to the provider and back, what the provider tells us, and the work that waits.
import { getCookie } from "hono/cookie";
import { contactLink } from "#content/subjects.ts";
import { currentTime } from "#domain/clock.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { type BankDetails, readFirm } from "#server/platform/firm.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { TokenPage } from "#server/platform/links/token-pages.ts";
import { headers as privateHeaders } from "#server/platform/links/token-pages.ts";
import { html } from "#server/platform/pages/document-page.ts";
import { notePage } from "#server/platform/pages/short-pages.ts";
import { makePdf, type MakePdf } from "#server/platform/pdf/pdf.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { contentDisposition } from "#server/platform/safe-text.ts";
import { gateClosed } from "#server/platform/outbox/gate-closed.ts";
import { followStripe, type StripeGate } from "#server/platform/outbox/stripe.ts";
import { clientSection } from "./server/client-section.ts";
import { type CheckoutParts, settle, startCheckout } from "./server/checkout.ts";
import { paymentPdf } from "./server/invoice-pdf.ts";
import { issuedFile } from "./server/issued-file.ts";
import { issuedNames, payPage, type PaymentFacts, pdfName } from "./server/pay-page.ts";
import { compare, comparison, endings, reminders } from "./server/payment-jobs.ts";
import { seatPath, startSeat } from "./server/seat.ts";
import { stripeWebhook } from "./server/stripe-events.ts";

const backCookie = "pay-back";
const backSeconds = 2 * 3600;
/** A page to pay on is of use until its money has come, and for a while after that. */
const linkDays = 365;

const factsOf = async (sql: Sql, request: string): Promise<PaymentFacts | null> => {
  const [row] = await sql<{ facts: PaymentFacts | null }[]>`select private.payment_page(${request}) as facts`;
  return row?.facts ?? null;
};

const refusals = {
  paid: "This has been paid already.",
  processing: "A payment is on its way already. The page says when it has arrived.",
  busy: "A payment page is being opened at this moment. Please try again in a minute.",
  trouble: "Our payment provider does not answer. Nothing was charged. Please try again.",
  ended: "This request has ended.",
  safe: "Cards are not taken here at present.",
  paused: "Cards are not taken at this moment. Please try again later.",
};
const refusalStatus = { safe: 403, trouble: 502 } as Partial<Record<keyof typeof refusals, number>>;

/** What else there is, after why not. */
const insteadOf = (bank: BankDetails | null): string =>
  bank ? " The page has our bank details." : " Or reply to our mail, and we tell you where to transfer the money.";

/** Without keys nothing is paid by card. With them the gate is asked, each time. */
function page(
  sql: Sql,
  pdf: MakePdf,
  storage: Storage,
  checkoutNow: () => CheckoutParts | null,
  secure: boolean,
): TokenPage {
  return {
    kind: "payment",
    files: {
      [issuedNames.pdf]: async (link) => issuedFile(storage, await factsOf(sql, link.subjectId), "pdf"),
      [issuedNames.xml]: async (link) => issuedFile(storage, await factsOf(sql, link.subjectId), "xml"),
      async [pdfName](link) {
        const facts = await factsOf(sql, link.subjectId);
        if (!facts) return null;
        return new Response(Buffer.from(await pdf(paymentPdf(facts, await readFirm(sql)))), {
          headers: {
            "Content-Type": "application/pdf",
            "Content-Disposition": contentDisposition("attachment", `${facts.invoice?.number ?? facts.number}.pdf`),
          },
        });
      },
    },
    async show(link, token) {
      const facts = await factsOf(sql, link.subjectId);
      if (!facts) return null;
      const checkout = checkoutNow();
      const cards = checkout !== null && !(await gateClosed(sql, checkout.publishing));
      return payPage(facts, token, { cards, firm: await readFirm(sql) });
    },
    async act(link, form, version, { token, path }) {
      const facts = await factsOf(sql, link.subjectId);
      const note = (title: string, text: string, status: number) =>
        notePage({ title, text, reference: facts ? `Request ${facts.number}` : "", back: path }, status);
      if (!facts) return note("This request has ended", "There is nothing to pay.", 410);
      if (version !== facts.version)
        return note("Something has changed", "The page has been brought up to date. Please look again.", 409);
      const instead = insteadOf((await readFirm(sql)).bank);
      if (form["how"] !== "card") return note("By bank transfer", instead.trim(), 200);
      const checkout = checkoutNow();
      if (!checkout) return note("By bank transfer, please", `${refusals.safe}${instead}`, 403);
      const begun = await startCheckout(checkout, link.subjectId);
      if ("refused" in begun) {
        const text = `${refusals[begun.refused]}${["trouble", "paused", "safe"].includes(begun.refused) ? instead : ""}`;
        return note("Not now", text, refusalStatus[begun.refused] ?? 409);
      }
      return comingBack(await onward(begun.url, `Request ${facts.number}`), token, secure);
    },
  };
}

/** The address of the page is told to no one: a cookie brings the visitor back to it. */
function comingBack(response: Response, to: string, secure: boolean): Response {
  response.headers.append(
    "Set-Cookie",
    `${backCookie}=${to}; Path=/pay/return; Max-Age=${backSeconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
  );
  return response;
}

const seatRefusals = {
  period: ["Monthly or annual?", 400],
  off: ["Cards are not taken here at present.", 403],
  safe: ["Cards are not taken here at present.", 403],
  paused: ["Cards are not taken at this moment.", 409],
  trouble: ["Our payment provider does not answer. Nothing was charged.", 502],
} as const;
const seatReference = "Bootloader Professional";
const pricing = "/build/products/bootloader#pricing";
const sessionPattern = /^cs_(?:test|live)_\w{8,100}$/;

/** A page of our own that goes on to theirs: a form that is redirected away is stopped by the content security policy. */
async function onward(url: string, reference: string): Promise<Response> {
  const response = await notePage({
    title: "One moment",
    reference,
    text: html`You are taken to our payment provider. If nothing happens, <a href="${url}">go there yourself</a>.`,
  });
  const text = await response.text();
  const refresh = `<meta http-equiv="refresh" content="0;url=${url.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">`;
  return new Response(
    text.replace("<title>", () => `${refresh}\n<title>`),
    { headers: response.headers },
  );
}

export interface PaymentsParts {
  now?: () => Date;
  stripe?: StripeGate | null;
}

export const serverWith = ({ now = currentTime, stripe: given }: PaymentsParts = {}): ModuleServer => ({
  open({ sql, env, jobs, links, log, storage }, { admin, clients, open, webhooks, tokenPage }) {
    const followed = followStripe(env);
    const stripe = given === undefined ? followed : given;
    const isSetUp = () => (given === undefined ? followed.isSetUp() : given !== null);
    const secure = env.SITE_URL.startsWith("https:");
    const publishing = env.AUTO_PUBLISH ?? null;
    /** Null without keys: then nothing is paid by card. */
    const parts = (): CheckoutParts | null =>
      stripe && isSetUp() ? { sql, stripe, siteUrl: env.SITE_URL, publishing, now } : null;
    const whileSetUp = (kind: JobKind): JobKind => ({
      ...kind,
      findDue: async (limit) => (isSetUp() ? kind.findDue(limit) : []),
    });

    // Before the pages of tokens, of which "return" would be one.
    open.route("GET", "/pay/return", { takes: "nothing", perMinute: 30 }, async (c) => {
      const session = c.req.query("session") ?? "";
      const [known] = await sql<{ id: string }[]>`
        select provider_session_id as id from public.checkout_sessions where provider_session_id = ${session}`;
      if (known && stripe && isSetUp())
        await sql
          .begin((within) => settle({ stripe, now }, within, known.id))
          .catch((error: unknown) => log.warn({ reason: (error as Error).name }, "a session could not be read"));
      for (const [name, value] of Object.entries(privateHeaders)) c.header(name, value);
      const token = getCookie(c, backCookie) ?? "";
      if (/^[\w-]{43}$/.test(token)) return c.redirect(`/pay/${token}`, 303);
      if (/^client\.[0-9a-f-]{36}$/.test(token)) return c.redirect(`/client/payments/${token.slice(7)}`, 303);
      const shown = await notePage({
        title: "Thank you",
        reference: "Payment",
        text: "The page that our mail to you links to says what has arrived.",
      });
      for (const [name, value] of Object.entries(privateHeaders)) shown.headers.set(name, value);
      return shown;
    });
    const guarded = (response: Response) => {
      for (const [name, value] of Object.entries(privateHeaders)) response.headers.set(name, value);
      return response;
    };
    open.route("POST", seatPath, { takes: "form", maxBytes: 1024, perMinute: 6 }, async (c) => {
      const begun = await startSeat(parts(), (await c.req.parseBody())["period"]);
      if ("url" in begun) return guarded(await onward(begun.url, seatReference));
      const [why, status] = seatRefusals[begun.refused];
      const text = html`${why} <a href="${contactLink("Bootloader Professional")}">Ask for a seat</a> instead: we answer
        with an invoice.`;
      return guarded(await notePage({ title: "Not now", reference: seatReference, text, back: pricing }, status));
    });
    open.route("GET", seatPath, { takes: "nothing", perMinute: 30 }, async (c) => {
      const session = c.req.query("session") ?? "";
      if (!stripe || !isSetUp() || !sessionPattern.test(session)) return c.redirect(pricing, 303);
      // Of a session that is no seat nothing is said and nothing is done: its own page does that.
      const facts = await stripe.facts(session, now()).catch(() => null);
      if (facts && !facts.seat) return c.redirect(pricing, 303);
      const isPaid = facts?.payment_status === "paid";
      if (isPaid)
        await sql
          .begin((within) => settle({ stripe, now }, within, session))
          .catch((error: unknown) => log.warn({ reason: (error as Error).name }, "a session could not be read"));
      const text = isPaid
        ? "Your payment has arrived. A person sends the license to the address you gave at the payment page, within one business day."
        : "Once your payment has arrived, a person sends the license to the address you gave at the payment page, within one business day.";
      return guarded(await notePage({ title: "Thank you", reference: seatReference, text, back: pricing }));
    });
    tokenPage("/pay", page(sql, makePdf, storage, parts, secure));
    clients.add(
      clientSection({
        sql,
        pdf: makePdf,
        storage,
        checkout: parts,
        refusals,
        onward: async (url, reference, path) =>
          comingBack(await onward(url, reference), `client.${path.split("/").at(-1)}`, secure),
      }),
    );

    admin.route("POST", "/requests/:id/link", { may: ["payments send"], takes: "nothing" }, async (c) => {
      const facts = await factsOf(sql, c.req.param("id") ?? "");
      if (!facts) return c.json({ message: "This request has no page." }, 404);
      const expiresAt = new Date(now().getTime() + linkDays * 86_400_000);
      const { token } = await links.issue({ kind: "payment", subjectId: c.req.param("id") ?? "", expiresAt });
      return c.json({ address: `${env.SITE_URL}/pay/${token}` });
    });
    admin.route("GET", "/provider", { may: ["payments read"], takes: "nothing" }, async (c) => {
      const closed = await gateClosed(sql, publishing);
      return c.json({
        cards: !isSetUp() ? "off" : (closed ?? "on"),
        isSafe: closed === "safe",
        isLive: stripe?.isLive ?? false,
        isRestricted: stripe?.isRestricted ?? false,
        webhook: `${env.SITE_URL}/api/webhooks/stripe`,
        bank: (await readFirm(sql)).bank,
      });
    });
    admin.route("POST", "/compare", { may: ["payments money"], takes: "nothing" }, async (c) => {
      if (!stripe || !isSetUp()) return c.json({ message: "Stripe is not set up." }, 409);
      try {
        return c.json(await compare(sql, stripe, now));
      } catch {
        return c.json({ message: "Stripe does not answer." }, 502);
      }
    });

    jobs.add(reminders(sql, now));
    if (!stripe) return;
    // Money is always heard of, safe mode or not.
    webhooks.receive(stripeWebhook(stripe, now, isSetUp));
    jobs.add(whileSetUp(endings(sql, stripe, now, publishing)));
    jobs.add(whileSetUp(comparison(sql, stripe, now)));
  },
});

export const server: ModuleServer = serverWith();
