// How the world answers what left: the way to unsubscribe, Postmark's events, and answers. Sending itself is the platform's
// (server/platform/outbox), so that it goes on while the module is off.
import type { ModuleServer } from "#server/platform/module-server.ts";
import { inboundWebhook } from "./server/inbound.ts";
import { postmarkWebhook } from "./server/postmark.ts";
import { unsubscribePage } from "./server/unsubscribe-page.ts";

export const server: ModuleServer = {
  open({ sql, env }, { webhooks, lasting }) {
    lasting("/u", (parts) => unsubscribePage(sql, parts));
    // It may be pasted or taken away while the server runs.
    const login = () => env.POSTMARK_WEBHOOK_LOGIN;
    webhooks.receive(postmarkWebhook(login));
    webhooks.receive(inboundWebhook(login));
  },
};
