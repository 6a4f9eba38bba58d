import { type Deliver, PermanentFailure, UncertainDelivery } from "./mail.ts";

/** Nothing was sent when these happen. */
const neverReached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

export function createPostmark(token: string, from: string, address = "https://api.postmarkapp.com/email"): Deliver {
  return async ({ to, subject, text, html }, id) => {
    const response = await fetch(address, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json", "X-Postmark-Server-Token": token },
      body: JSON.stringify({
        From: from,
        To: to,
        Subject: subject,
        TextBody: text,
        HtmlBody: html,
        TrackOpens: false,
        Metadata: { id },
      }),
      signal: AbortSignal.timeout(10_000),
    }).catch((error: unknown) => {
      const code = ((error as Error).cause as { code?: string } | undefined)?.code ?? "";
      throw neverReached.has(code)
        ? new Error("Postmark could not be reached")
        : new UncertainDelivery("Postmark did not answer");
    });
    await response.body?.cancel();
    if (response.ok) return;
    const message = `Postmark answered ${response.status}`;
    const temporary = response.status === 429 || response.status >= 500;
    throw temporary ? new Error(message) : new PermanentFailure(message);
  };
}
