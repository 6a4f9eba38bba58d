// The people of a company, on the company's page.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { PanelProps } from "#domain/module.ts";
import { may } from "#app/lib/access.ts";
import { callLink, countOf } from "#app/lib/formats.ts";
import { RecordDialog } from "#app/records/dialog/record-dialog.tsx";
import { MailAddress } from "#app/records/mail-address.tsx";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { buttonClass, IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { contact } from "./contact.ts";
import { contactsOfAccountQuery } from "./contacts-data.ts";

export default function ContactsOfAccount({ record: account, narrow }: PanelProps) {
  const contacts = useQuery(contactsOfAccountQuery(account.id));
  const [adding, setAdding] = useState(false);
  const all = `/admin/crm?tab=contacts&account=${account.id}`;
  return (
    <RecordPanel
      title="Contacts"
      query={contacts}
      count={contacts.data?.count}
      actions={
        <>
          {!narrow && (
            <Link to={all} className={buttonClass({ variant: "line", size: "compact" })}>
              All in the list
            </Link>
          )}
          {may(contact.area, "add") && (
            <IconButton name="plus" label="New Contact" size="compact" onClick={() => setAdding(true)} />
          )}
        </>
      }
      rows={contacts.data?.rows.map(({ id, name, title, email, phone }) => (
        <li
          key={id}
          className={classNames(
            "grid gap-x-4 border-b border-line px-4 py-2.75 last:border-0",
            !narrow && "sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)_9rem]",
          )}
        >
          <Link to={`${contact.page}/${id}`} dir="auto" className="truncate text-left font-semibold hover:underline">
            {name}
          </Link>
          <span dir="auto" className="truncate text-left text-muted">
            {title}
          </span>
          {email ? (
            <MailAddress
              address={email}
              at={{ table: "contacts", id, name }}
              className="truncate underline decoration-control underline-offset-3"
            />
          ) : (
            <span />
          )}
          {phone && (
            <a href={callLink(phone)} className="truncate underline decoration-control">
              {phone}
            </a>
          )}
        </li>
      ))}
      all={narrow ? [{ label: "All in the list", to: all }] : []}
    >
      {adding && (
        <RecordDialog
          entity={contact}
          record={null}
          preset={{ account_id: account.id }}
          onClose={() => setAdding(false)}
        />
      )}
      {contacts.data && contacts.data.count > contacts.data.rows.length && (
        <p className="border-t border-line px-4 py-3 text-muted">
          The newest {contacts.data.rows.length} of {countOf(contacts.data.count, "contact")}.
        </p>
      )}
    </RecordPanel>
  );
}
