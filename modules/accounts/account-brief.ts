import type { Brief } from "#domain/brief.ts";

export interface BriefAccount {
  id: string;
  name: string;
  type: string;
  industry: string | null;
  domain: string | null;
  website: string | null;
  notes: string | null;
}

export interface BriefPerson {
  name: string;
  title: string | null;
  email: string | null;
  phone: string | null;
}

/** What is known about a company, to read before a meeting or to work on. */
export function accountBrief(
  account: BriefAccount,
  people: readonly BriefPerson[],
  peopleCount = people.length,
): Brief {
  const persons = people.map(({ name, title, email, phone }) => [name, title, email, phone].filter(Boolean).join(", "));
  const further = peopleCount - people.length;
  return {
    title: account.name,
    facts: [
      { label: "Type", value: account.type },
      { label: "Industry", value: account.industry ?? "" },
      { label: "Domain", value: account.domain ?? "" },
      { label: "Website", value: account.website ?? "" },
    ],
    sections: [
      { heading: "Contacts", lines: further > 0 ? [...persons, `and ${further} more`] : persons, list: true },
      { heading: "Notes", lines: account.notes?.split(/\r?\n/).filter((line) => line.trim()) ?? [] },
    ],
  };
}
