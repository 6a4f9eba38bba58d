// "?of=contacts:<id>": whose threads stand beside the one that is open.
import type { Mail, MailOf, RecordKind } from "../mailbox-data.ts";

const kinds: readonly string[] = ["contacts", "accounts", "deals"] satisfies RecordKind[];

export function parseOf(text: string | null): MailOf | null {
  const [kind = "", id = ""] = (text ?? "").split(":");
  return kinds.includes(kind) && /^[0-9a-f-]{36}$/.test(id) ? { kind: kind as RecordKind, id } : null;
}

/** Opened from elsewhere, such as the timeline: the first known person in it. */
export function ofMails(mails: readonly Mail[]): MailOf | null {
  const known = mails.toReversed().flatMap(({ people }) => people.flatMap(({ contact_id: id }) => id ?? []))[0];
  return known ? { kind: "contacts", id: known } : null;
}

const pages: Record<RecordKind, string> = {
  contacts: "/admin/crm/contacts",
  accounts: "/admin/crm/accounts",
  deals: "/admin/deals",
};

/** The record's page with its mail shown. */
export const recordAddress = ({ kind, id }: MailOf) => `${pages[kind]}/${id}?feed=mail`;
