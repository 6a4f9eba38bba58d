// The Prefer header (RFC 7240) with PostgREST's preferences.
import { badPreferences } from "../rest-error.ts";

export interface Preferences {
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  return: "representation" | "minimal" | "headers-only" | null;
  count: "exact" | "planned" | "estimated" | null;
  tx: "commit" | "rollback" | null;
  missing: "default" | "null" | null;
  handling: "strict" | "lenient" | null;
  timezone: string | null;
  maxAffected: number | null;
}

const words = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  return: ["representation", "minimal", "headers-only"],
  count: ["exact", "planned", "estimated"],
  tx: ["commit", "rollback"],
  missing: ["default", "null"],
  handling: ["strict", "lenient"],
} as const;

const zones = new Map(["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => [zone.toLowerCase(), zone]));

export function parsePreferences(header: string | null, txOverride: boolean): Preferences {
  const preferences: Preferences = {
    resolution: null,
    return: null,
    count: null,
    tx: null,
    missing: null,
    handling: null,
    timezone: null,
    maxAffected: null,
  };
  const invalid: string[] = [];
  for (const item of (header ?? "").split(",").map((part) => part.trim())) {
    if (item === "") continue;
    if (!apply(preferences, item, txOverride)) invalid.push(item);
  }
  if (preferences.handling === "strict" && invalid.length > 0) throw badPreferences(invalid);
  return preferences;
}

/** The first of several equal preferences counts. Answers whether the preference is known. */
function apply(preferences: Preferences, item: string, txOverride: boolean): boolean {
  const at = item.indexOf("=");
  const name = at < 0 ? item : item.slice(0, at);
  const value = at < 0 ? "" : item.slice(at + 1);
  switch (name) {
    case "resolution":
      return set(words.resolution, value, (word) => (preferences.resolution ??= word));
    case "return":
      return set(words.return, value, (word) => (preferences.return ??= word));
    case "count":
      return set(words.count, value, (word) => (preferences.count ??= word));
    case "tx":
      return set(words.tx, value, (word) => {
        if (txOverride) preferences.tx ??= word;
      });
    case "missing":
      return set(words.missing, value, (word) => (preferences.missing ??= word));
    case "handling":
      return set(words.handling, value, (word) => (preferences.handling ??= word));
    case "timezone": {
      const zone = zones.get(value.toLowerCase());
      if (zone !== undefined) preferences.timezone ??= value;
      return zone !== undefined;
    }
    case "max-affected":
      if (/^\d{1,15}$/.test(value)) preferences.maxAffected ??= Number(value);
      return true;
    case "params":
      return value === "single-object" || value === "multiple-objects";
    default:
      return false;
  }
}

function set<Word extends string>(known: readonly Word[], value: string, assign: (word: Word) => void): boolean {
  const word = known.find((candidate) => candidate === value);
  if (word !== undefined) assign(word);
  return word !== undefined;
}

/** What was honoured; `which` are the preferences that mean something for this kind of request. */
export function appliedHeader(preferences: Preferences, which: readonly (keyof Preferences)[]): string | null {
  const order = ["resolution", "missing", "return", "count", "tx", "handling", "timezone"] as const;
  const applied = order
    .filter((name) => which.includes(name) && preferences[name] !== null)
    .map((name) => `${name}=${preferences[name]}`);
  if (which.includes("maxAffected") && preferences.handling === "strict" && preferences.maxAffected !== null)
    applied.push(`max-affected=${preferences.maxAffected}`);
  return applied.length === 0 ? null : applied.join(", ");
}
