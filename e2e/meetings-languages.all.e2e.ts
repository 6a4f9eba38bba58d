// The server prints a booking page, its script prints the same times again: letter by letter the same, in fifteen languages.
import { clockText, dayText, zoneText } from "#domain/meeting-times.ts";
import { expect } from "vitest";
import { test } from "./fixtures.ts";
import { startMeetings } from "./meetings-screen.ts";

const languages = "en-US en-GB de fr es it pt-BR nl pl ru ja zh-CN ar-EG fa-IR th".split(" ");
// An afternoon for the office's morning, and hours that languages write differently.
const zone = "Asia/Tokyo";

test("meetings 11: the page of the server and its script print every day and time alike, in fifteen languages", async ({
  open,
  server,
}) => {
  await startMeetings(server);
  const seen = new Set<string>();
  for (const locale of languages) {
    const answer = await fetch(`${server.url}/book/consultation?zone=${zone}`, {
      headers: { "accept-language": locale },
    });
    const written = new Map(
      [...(await answer.text()).matchAll(/<time datetime="([^"]+)" lang="([^"]+)"\s*>([^<]+)<\/time/g)].map(
        ([, at, lang, text]) => [`${at} ${text!.trim()}`, lang],
      ),
    );
    const page = await open({ locale, timezoneId: zone, reducedMotion: "reduce" });
    await page.goto("/book/consultation");
    await page.getByRole("radiogroup").getByRole("radio").first().waitFor({ state: "attached" });
    const shown = await page.evaluate(() => ({
      day: document.querySelector(".bk-day-name")!.textContent,
      first: document.querySelector("[data-first] time")!.textContent!.trim(),
      firstAt: document.querySelector<HTMLElement>("[data-first]")!.dataset.first!,
      zone: document.querySelector("[data-first-zone]")!.textContent!.trim(),
      times: [...document.querySelectorAll(".bk-slots label")].map((label) => ({
        at: label.querySelector("input")!.value,
        text: label.querySelector("span")!.textContent!,
        lang: label.querySelector("span")!.lang,
      })),
    }));
    // Late in the zone's day the first one has few left.
    expect(shown.times.length, locale).toBeGreaterThan(0);
    for (const { at, text, lang } of shown.times) {
      expect(text, `${locale} ${at}`).toBe(clockText(new Date(at), zone, lang));
      expect(written.get(`${at} ${text}`), `${locale}: the server writes ${at} as the script does`).toBe(lang);
    }
    const first = new Date(shown.firstAt);
    const lang = shown.times[0]!.lang;
    expect(shown.first, locale).toBe(`${dayText(first, zone, lang)}, ${clockText(first, zone, lang)}`);
    expect(shown.day, locale).toBe(dayText(new Date(shown.times[0]!.at), zone, lang));
    expect(shown.zone, locale).toBe(zoneText(first, zone));
    seen.add(`${shown.day} ${shown.times[0]!.text}`);
    await page.context().close();
  }
  // They are languages: hardly two of them write a day alike.
  expect(seen.size).toBeGreaterThanOrEqual(13);
});
