// What a suggestion says: its title, the facts that speak for it, and what accepting it is called.
import { formatDay } from "#domain/days.ts";

/** One of what speaks for a suggestion; the code says which other fields there are. */
export interface Fact {
  code: string;
  [field: string]: unknown;
}

/** What the words need of a suggestion. */
export interface SaidSuggestion {
  kind: string;
  one_name: string | null;
  other_name: string | null;
  staff_name: string | null;
  evidence: readonly Fact[];
}

const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const day = (value: unknown) => (typeof value === "string" ? formatDay(value) : "");

const kinds = {
  job_change: { name: "Job change", icon: "arrow", accept: "Change job" },
  same_person: { name: "Same person", icon: "people", accept: "Merge" },
  introduced: { name: "Introduced by", icon: "network", accept: "Accept" },
  further_address: { name: "Further address", icon: "mail", accept: "Add" },
  other_company: { name: "Other company", icon: "stack", accept: "Move" },
  know_each_other: { name: "Know each other", icon: "network", accept: "Accept" },
  two_companies: { name: "Two companies", icon: "stack", accept: "Merge" },
  new_contact: { name: "New contact", icon: "user", accept: "Add" },
} as const;

export const wordsOfKind = (kind: string) =>
  kind in kinds ? kinds[kind as keyof typeof kinds] : { name: kind, icon: "network" as const, accept: "Accept" };

export function suggestionTitle({ kind, one_name, other_name, evidence, staff_name }: SaidSuggestion): string {
  const one = one_name ?? "Someone";
  const other = other_name ?? "someone";
  switch (kind) {
    case "same_person":
      return `“${one}” and “${other}” are one person`;
    case "two_companies":
      return `“${one}” and “${other}” are one company`;
    case "job_change":
      return other_name ? `${one} seems to have left for ${other_name}` : `${one} seems to have left their company`;
    case "introduced":
      return `${other} introduced ${one}${staff_name ? ` to ${staff_name}` : ""}`;
    case "know_each_other":
      return `${one} and ${other} know each other`;
    case "other_company":
      return `${one} belongs to ${other}`;
    case "further_address":
      return `${text(evidence[0]?.["value"])} is ${one}, too`;
    default:
      return `Add ${text(evidence[0]?.["value"])}`;
  }
}

const facts: Readonly<Record<string, (fact: Fact) => string>> = {
  "same address": ({ value }) => `The same address, ${text(value)}`,
  "same phone": ({ value }) => `The same phone, ${text(value)}`,
  "same name and domain": ({ value }) => `The same name, both at ${text(value)}`,
  "same name and company": ({ value }) => `The same name, both at ${text(value)}`,
  "same domain": ({ value }) => `Both have the domain ${text(value)}`,
  "address of": ({ value, name }) => `Their address is at ${text(value)}, the domain of ${text(name)}`,
  together: (fact) => {
    const [mails, meetings] = [Number(fact["mails"]), Number(fact["meetings"])];
    const what = [
      mails > 0 && `${mails} ${mails === 1 ? "mail" : "mails"}`,
      meetings > 0 && `${meetings} ${meetings === 1 ? "meeting" : "meetings"}`,
    ].filter(Boolean);
    return `Together in ${what.join(" and ")}, ${day(fact["from"])} to ${day(fact["to"])}`;
  },
  "we wrote": (fact) => `We wrote on ${text(fact["days"])} days, last on ${day(fact["on"])}`,
  "they answered": (fact) => `They answered on ${day(fact["on"])}`,
  bounced: (fact) =>
    `Mail to ${text(fact["value"])} came back on ${day(fact["on"])}${fact["words"] ? `: “${text(fact["words"])}”` : ""}`,
  "automatic answer": (fact) => `An automatic answer of ${day(fact["on"])} says “${text(fact["words"])}”`,
  "new domain": (fact) => `A mail of ${day(fact["on"])} in a known thread came from ${text(fact["value"])}`,
  signature: (fact) => `The last lines of two mails running read “${text(fact["words"])}”`,
  "wrote from": (fact) => `The same name wrote in a known thread from there on ${day(fact["on"])}`,
  "wrote to both": (fact) => `Wrote to both of you on ${day(fact["on"])}`,
  "new person answered": (fact) => `They answered on ${day(fact["on"])}; nothing was exchanged before`,
  "we answered": (fact) => `We answered on ${day(fact["on"])}; nothing was exchanged before`,
};

export const factWords = (fact: Fact): string => facts[fact.code]?.(fact) ?? fact.code;
