// The two contacts that every preview shows beside a real one: one of whom nothing is known, and one whose values are as awkward as
// values get.
import type { MergeValues } from "#server/platform/templates/fill.ts";
import { type MergeField, mergeFields } from "../merge-fields.ts";

function valuesOf(value: (path: string) => string | null): MergeValues {
  const all: Record<string, Record<string, string | null>> = {};
  for (const { path } of mergeFields) {
    const [group, key] = path.split(".") as [string, string];
    (all[group] ??= {})[key] = value(path);
  }
  return all;
}

export const exampleValues = valuesOf((path) => mergeFields.find((field) => field.path === path)?.example ?? null);

/** What a contact always has is there. */
export const emptyValues = valuesOf((path) => {
  const field = mergeFields.find((one) => one.path === path);
  return field && !field.may_be_empty ? field.example : null;
});

const awkward: Record<string, string> = {
  "contact.first_name": 'Zoë "Zed"',
  "contact.name": `Zoë "Zed" O'Hara-<b>Quint</b> & Söhne 🦉`,
  "contact.title": "מנהלת למידה <script>alert(1)</script>",
  "contact.role": "Sponsor\r\nBcc: everyone@example.com",
  "account.name": "Ål & Sønner <Holding> «Ξένος» 株式会社",
  "deal.name": '100 % & more? #1/2 = "yes"',
  "account.website": 'https://example.com/?q="><img src=x>',
};
export const awkwardValues = valuesOf(
  (path) => awkward[path] ?? mergeFields.find((field) => field.path === path)?.example ?? null,
);

/** The same with fields that an administrator added: all known, or none. */
export function withOwn(values: MergeValues, own: readonly MergeField[], isKnown: boolean): MergeValues {
  const all: Record<string, MergeValues[string]> = { ...values };
  for (const { path, example } of own) {
    const [group, , key] = path.split(".") as [string, string, string];
    const there = all[group]?.own;
    all[group] = {
      ...all[group],
      own: { ...(typeof there === "object" ? there : null), [key]: isKnown ? example : null },
    };
  }
  return all;
}
