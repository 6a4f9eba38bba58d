// What a tag may be. What it is worth for a person is private.merge_values (sql/templates.sql); a test compares both lists.

export interface MergeField {
  /** As it is written: {{ contact.first_name }}. */
  path: string;
  label: string;
  /** Whose it is, for the list of tags. */
  group: "Contact" | "Company" | "Deal" | "Inquiry" | "Sender" | "Addresses";
  type: "text" | "email" | "url";
  example: string;
  may_be_empty: boolean;
}

export const mergeFields: readonly MergeField[] = [
  {
    path: "contact.first_name",
    label: "First name",
    group: "Contact",
    type: "text",
    example: "Ruth",
    may_be_empty: false,
  },
  {
    path: "contact.name",
    label: "Full name",
    group: "Contact",
    type: "text",
    example: "Ruth Amsel",
    may_be_empty: false,
  },
  {
    path: "contact.title",
    label: "Title",
    group: "Contact",
    type: "text",
    example: "Head of Learning",
    may_be_empty: true,
  },
  { path: "contact.role", label: "Role", group: "Contact", type: "text", example: "Sponsor", may_be_empty: true },
  {
    path: "contact.email",
    label: "E-mail",
    group: "Contact",
    type: "email",
    example: "ruth.amsel@arcadine.example",
    may_be_empty: false,
  },
  {
    path: "contact.phone",
    label: "Phone",
    group: "Contact",
    type: "text",
    example: "+44 20 7946 0100",
    may_be_empty: true,
  },
  {
    path: "contact.tags",
    label: "Tags",
    group: "Contact",
    type: "text",
    example: "Board, Speaker",
    may_be_empty: true,
  },
  { path: "account.name", label: "Company", group: "Company", type: "text", example: "Arcadine", may_be_empty: false },
  {
    path: "account.industry",
    label: "Industry",
    group: "Company",
    type: "text",
    example: "Research",
    may_be_empty: true,
  },
  {
    path: "account.domain",
    label: "Domain",
    group: "Company",
    type: "text",
    example: "arcadine.example",
    may_be_empty: true,
  },
  {
    path: "account.website",
    label: "Website",
    group: "Company",
    type: "url",
    example: "https://www.arcadine.example",
    may_be_empty: true,
  },
  {
    path: "account.tags",
    label: "Company tags",
    group: "Company",
    type: "text",
    example: "Key account",
    may_be_empty: true,
  },
  {
    path: "deal.name",
    label: "Deal name",
    group: "Deal",
    type: "text",
    example: "Arcadine faculty day",
    may_be_empty: true,
  },
  // Texts that are stored name it so.
  { path: "deal.module", label: "Deal service", group: "Deal", type: "text", example: "Workshop", may_be_empty: true },
  { path: "deal.tags", label: "Deal tags", group: "Deal", type: "text", example: "Renewal", may_be_empty: true },
  {
    path: "inquiry.subject",
    label: "Inquiry subject",
    group: "Inquiry",
    type: "text",
    example: "AI Training Inquiry",
    may_be_empty: true,
  },
];

/** Filled by the server or by the gate for each recipient; no one can set them. */
export const reservedTags: readonly MergeField[] = [
  {
    path: "sender.name",
    label: "Sender",
    group: "Sender",
    type: "text",
    example: "Noor Marchetti",
    may_be_empty: false,
  },
  {
    path: "sender.first_name",
    label: "Sender’s first name",
    group: "Sender",
    type: "text",
    example: "Noor",
    may_be_empty: false,
  },
  {
    path: "sender.email",
    label: "Sender’s e-mail",
    group: "Sender",
    type: "email",
    example: "noor@guidevane.example",
    may_be_empty: false,
  },
  {
    path: "booking_url",
    label: "Booking page",
    group: "Addresses",
    type: "url",
    example: "https://guidevane.example/contact",
    may_be_empty: false,
  },
  {
    path: "unsubscribe_url",
    label: "Unsubscribe",
    group: "Addresses",
    type: "url",
    example: "https://guidevane.example/u/...",
    may_be_empty: false,
  },
  {
    path: "proposal_url",
    label: "Proposal page",
    group: "Addresses",
    type: "url",
    example: "https://guidevane.example/p/...",
    may_be_empty: false,
  },
];

export const allTags: readonly MergeField[] = [...mergeFields, ...reservedTags];

/** A field that an administrator added, as its definition says. */
export interface OwnMergeField {
  entity: string;
  key: string;
  label: string;
  kind: string;
}

const ownGroups: Record<string, readonly [path: string, group: MergeField["group"]]> = {
  contacts: ["contact", "Contact"],
  accounts: ["account", "Company"],
  deals: ["deal", "Deal"],
};
const ownExamples: Record<string, string> = {
  number: "12",
  money: "USD 1,250.50",
  day: "November 15, 2026",
  yes_no: "Yes",
  link: "https://www.arcadine.example",
  person: "Noor Marchetti",
};

/** {{ contact.own.region }} */
export const ownTags = (fields: readonly OwnMergeField[]): MergeField[] =>
  fields.flatMap(({ entity, key, label, kind }) => {
    const [path, group] = ownGroups[entity] ?? [];
    if (!path || !group) return [];
    const type = kind === "link" ? "url" : "text";
    return [
      { path: `${path}.own.${key}`, label, group, type, example: ownExamples[kind] ?? label, may_be_empty: true },
    ];
  });

/** Of what people typed wrongly: how many letters differ. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1)
      next.push(Math.min(next[to]! + 1, row[to + 1]! + 1, row[to]! + (letter === other[to] ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? one.length;
}

/** The known tag that looks most like it: by the whole path, or by the part behind the point ("first_name", "firstname"). */
export function nearestTag(path: string, tags: readonly MergeField[] = allTags): string {
  const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "");
  const last = (text: string) => bare(text.split(".").at(-1) ?? text);
  const scored = tags.map((field) => ({
    path: field.path,
    score: Math.min(distance(bare(path), bare(field.path)), distance(last(path), last(field.path)) + 2),
  }));
  return scored.toSorted((a, b) => a.score - b.score)[0]!.path;
}
