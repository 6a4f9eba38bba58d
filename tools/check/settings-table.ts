// The settings table of the README, from server/env.ts.
import { settings } from "../../server/env.ts";

const defaults: Record<string, string> = { SITE_URL: "http://localhost:PORT" };

export function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const parsed = schema.safeParse(undefined);
    const value: unknown = parsed.success ? parsed.data : undefined;
    const shown = value === undefined ? (defaults[name] ?? "") : Array.isArray(value) ? value.join(",") : String(value);
    const description = (schema.description ?? "").replace(/ Default: .*$/, "");
    return `| \`${name}\` | ${shown ? `\`${shown}\`` : ""} | ${description} |`;
  });
  return ["| setting | default | what it does |", "|---|---|---|", ...rows].join("\n");
}

const begin = "<!-- settings: generated from server/env.ts by npm run generate -->";
const end = "<!-- end of settings -->";

export function withSettings(readme: string): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error("README.md has lost the marks around its settings table");
  return `${readme.slice(0, from)}${begin}\n${settingsTable()}\n${readme.slice(to)}`;
}
