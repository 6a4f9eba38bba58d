// docs/settings.md, from server/env.ts.
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

export const settingsFile = "docs/settings.md";

export const settingsPage = (): string => `# Settings

All are optional. Set them in the environment; the server refuses to start with an invalid one and names it. This page is generated from \`server/env.ts\` by \`npm run generate -- settings\`.

${settingsTable()}
`;
