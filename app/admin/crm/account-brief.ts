import { accountFields } from "./accounts/account-fields.ts";
import type { CrmRecord } from "./entity.ts";
import { entriesOf } from "./fields.ts";
import { textOf } from "./field-value.tsx";

interface Person {
  name: string;
  title: string | null;
  email: string | null;
  phone: string | null;
}

/** What is known about a company, as a Markdown file to work on. */
export function accountBrief(account: CrmRecord, people: readonly Person[]): string {
  const facts = entriesOf(accountFields)
    .filter(([name]) => name !== "name" && name !== "notes")
    .map(([name, field]) => `- ${field.label}: ${textOf(name, field, account) || "None"}`);
  const contacts = people.map(
    ({ name, title, email, phone }) => `- ${[name, title, email, phone].filter(Boolean).join(", ")}`,
  );
  return [
    `# ${account.name}`,
    "",
    ...facts,
    "",
    "## Contacts",
    "",
    ...(contacts.length > 0 ? contacts : ["None"]),
    "",
    "## Notes",
    "",
    String(account.notes ?? "None"),
    "",
  ].join("\n");
}
