// /contact/sent?by=2026-11-17: where a form that was sent without JavaScript leads. Prerendered; only the day is put in here, and
// only if it is one, so that an address cannot put words on the page. `?mail=later` says that the mail to confirm comes
// within days, `?news=sent` or `?news=later` which of the two is true of the mail about articles, for a message whose box was ticked.
import { answerDayText } from "#domain/answer-day.ts";
import type { Form } from "./load-site.ts";

export function withAnswerDay(page: (holds: ReadonlySet<string>) => Form, query: string) {
  const asked = new URLSearchParams(query);
  const day = answerDayText(asked.get("by"));
  const mail = asked.get("mail") === "later" ? ["mail-held"] : [];
  const news = asked.get("news");
  const about = news === "sent" ? ["news-mail"] : news === "later" ? ["news-held"] : [];
  const { body, headers } = page(new Set(["inquiries", ...(day ? ["answer-day", ...about] : mail)]));
  const html = Buffer.from(body)
    .toString()
    .replaceAll("{answer-day}", day ?? "");
  const { ETag: _etag, Vary: _vary, "Content-Length": _length, ...others } = headers;
  return { html, headers: { ...others, "Cache-Control": "no-store" } };
}
