import { PermanentFailure, type Deliver } from "./mail.ts";

export function createPostmark(token: string, from: string, address = "https://api.postmarkapp.com/email"): Deliver {
  return async ({ to, subject, text, html }) => {
    const response = await fetch(address, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json", "X-Postmark-Server-Token": token },
      body: JSON.stringify({ From: from, To: to, Subject: subject, TextBody: text, HtmlBody: html, TrackOpens: false }),
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    if (response.ok) return;
    const message = `Postmark answered ${response.status}`;
    const temporary = response.status === 429 || response.status >= 500;
    throw temporary ? new Error(message) : new PermanentFailure(message);
  };
}
