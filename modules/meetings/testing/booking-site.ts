// The module's doors on a test database, as a visitor without JavaScript finds them.
import type { Sql } from "#server/platform/database/sql.ts";
import { type ModuleSite, moduleSite } from "#server/testing/module-site.ts";
import { serverWith } from "../server.ts";

export function bookingSite(sql: Sql, clock: { now: Date }, settings: Record<string, string> = {}) {
  const site: ModuleSite = moduleSite(sql, "meetings", serverWith({ now: () => clock.now }), {
    settings: { AUTO_PUBLISH: "true", ...settings },
    now: () => clock.now,
  });
  let visitor = 0;
  /** Each from another network. */
  const from = () =>
    `198.${18 + (visitor >> 16)}.${(visitor >> 8) & 255}.${(visitor += 1) & 255}`.replace(
      /\.(\d+)\.(\d+)$/,
      (_all, a: string, b: string) => `.${b}.${a}`,
    );
  const look = async (path: string, headers: Record<string, string> = {}, address = from()) => {
    const response = await site.ask(path, { from: address, headers });
    return { status: response.status, html: await response.text(), headers: response.headers };
  };
  const hidden = (html: string, name: string) => new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(html)?.[1] ?? "";
  const timesIn = (html: string) =>
    [...html.matchAll(/type="radio"\s+name="time"\s+value="([^"]*)"/g)].map(([, at]) => at!);
  /** Opens the page, waits four seconds on the given clock, and sends its form. */
  const book = async (
    slug: string,
    fields: Record<string, string>,
    options: { address?: string; wait?: number } = {},
  ) => {
    const address = options.address ?? from();
    const { html } = await look(`/book/${slug}`, {}, address);
    clock.now = new Date(clock.now.getTime() + (options.wait ?? 4000));
    const body = new URLSearchParams({
      form: hidden(html, "form"),
      token: hidden(html, "token"),
      locale: "en-US",
      zone: "America/New_York",
      name: "Dana Whitlock",
      email: "dana@castelline.example",
      website: "",
      proof: "",
      // Late enough that it can be changed.
      time: timesIn(html).find((at) => Date.parse(at) > clock.now.getTime() + 86_400_000) ?? "",
      ...fields,
    });
    const response = await site.ask(`/book/${slug}`, { method: "POST", body, from: address });
    return {
      status: response.status,
      html: await response.text(),
      location: response.headers.get("location") ?? "",
      body,
    };
  };
  const send = async (path: string, fields: Record<string, string>) => {
    const response = await site.ask(path, { method: "POST", body: new URLSearchParams(fields), from: from() });
    return { status: response.status, html: await response.text(), location: response.headers.get("location") ?? "" };
  };
  /** A form of a meeting's page. */
  const act = async (path: string, page: string, fields: Record<string, string>) => {
    const { html } = await look(`${path}${page}`);
    return send(path, {
      version: hidden(html, "version"),
      nonce: hidden(html, "nonce"),
      action: hidden(html, "action"),
      ...fields,
    });
  };
  return { site, look, hidden, timesIn, book, send, act, from };
}
