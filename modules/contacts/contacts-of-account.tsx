// The people of a company, on the company's page.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { PanelProps } from "#domain/module.ts";
import { callLink, countOf, mailLink } from "#app/lib/formats.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { panelClass } from "#app/ui/panel.ts";
import { contact } from "./contact.ts";
import { contactsOfAccountQuery } from "./contacts-data.ts";

export default function ContactsOfAccount({ record: account, narrow }: PanelProps) {
  const contacts = useQuery(contactsOfAccountQuery(account.id));
  const all = `/admin/crm?tab=contacts&account=${account.id}`;
  return (
    <section aria-label="Contacts" className={panelClass}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 className="text-small font-[640]">
          Contacts{contacts.data && <span className="font-normal text-muted"> {contacts.data.count}</span>}
        </h2>
        <div className="flex gap-2">
          {!narrow && (
            <Link to={all} className={buttonClass({ variant: "line", size: "desk" })}>
              All in the list
            </Link>
          )}
          <Link to={`${all}&dialog=new`} className={buttonClass({ variant: "line", size: "desk" })}>
            New Contact
          </Link>
        </div>
      </header>
      {contacts.isPending && <LoadingRows rows={3} />}
      {contacts.isError && <p className="px-4 py-3 text-danger">Failed to load contacts</p>}
      {contacts.data?.count === 0 && <p className="px-4 py-3 text-muted">No contacts yet. Create your first one!</p>}
      <ul>
        {contacts.data?.rows.map(({ id, name, title, email, phone }) => (
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
              <a href={mailLink(email)} className="truncate underline decoration-control">
                {email}
              </a>
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
      </ul>
      {narrow && contacts.data && contacts.data.count > 0 && (
        <p className="border-t border-line px-4 py-2.75">
          <Link to={all} className="underline decoration-control">
            All in the list
          </Link>
        </p>
      )}
      {contacts.data && contacts.data.count > contacts.data.rows.length && (
        <p className="border-t border-line px-4 py-3 text-muted">
          The newest {contacts.data.rows.length} of {countOf(contacts.data.count, "contact")}.
        </p>
      )}
    </section>
  );
}
