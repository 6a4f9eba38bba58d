// /admin/crm/accounts/{id}: the company, its people, and drafts about it.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { AccountDraft } from "#modules/accounts/account-draft.tsx";
import { callLink, countOf, mailLink } from "#app/lib/formats.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { accounts } from "./accounts/accounts-data.ts";
import { contactsOfAccountQuery } from "./contacts/contacts-data.ts";
import type { CrmRecord } from "./entity.ts";
import { LoadingRows } from "./loading-rows.tsx";
import { RecordPage } from "./record-page.tsx";
import type { Tables } from "./tables.ts";

export default function AccountPage() {
  const { id = "" } = useParams();
  return <RecordPage key={id} entity={accounts} id={id} related={Related} />;
}

function Related({ record }: { record: CrmRecord }) {
  return (
    <>
      <People record={record} />
      <AccountDraft account={record as unknown as Tables["accounts"]} />
    </>
  );
}

function People({ record: account }: { record: CrmRecord }) {
  const contacts = useQuery(contactsOfAccountQuery(account.id));
  const all = `/admin/crm?tab=contacts&account=${account.id}`;
  return (
    <section aria-label="Contacts" className={panelClass}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">
          Contacts{contacts.data && <span className="font-normal text-muted"> {contacts.data.count}</span>}
        </h2>
        <div className="flex gap-2">
          <Link to={all} className={buttonClass({ variant: "line", size: "desk" })}>
            All in the list
          </Link>
          <Link to={`${all}&dialog=new`} className={buttonClass({ variant: "line", size: "desk" })}>
            New Contact
          </Link>
        </div>
      </header>
      {contacts.isPending && <LoadingRows rows={3} />}
      {contacts.isError && <p className="px-4 py-3 text-danger">Failed to load contacts</p>}
      {contacts.data?.count === 0 && <p className="px-4 py-3 text-muted">No contacts yet. Create your first one!</p>}
      <ul>
        {contacts.data?.rows.map((contact) => (
          <li
            key={contact.id}
            className="grid gap-x-4 border-b border-line px-4 py-2.75 last:border-0 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)_9rem]"
          >
            <Link
              to={`/admin/crm/contacts/${contact.id}`}
              dir="auto"
              className="truncate text-left font-semibold hover:underline"
            >
              {contact.name}
            </Link>
            <span dir="auto" className="truncate text-left text-muted">
              {contact.title}
            </span>
            {contact.email ? (
              <a href={mailLink(contact.email)} className="truncate underline decoration-control">
                {contact.email}
              </a>
            ) : (
              <span />
            )}
            {contact.phone && (
              <a href={callLink(contact.phone)} className="truncate underline decoration-control">
                {contact.phone}
              </a>
            )}
          </li>
        ))}
      </ul>
      {contacts.data && contacts.data.count > contacts.data.rows.length && (
        <p className="border-t border-line px-4 py-3 text-muted">
          The newest {contacts.data.rows.length} of {countOf(contacts.data.count, "contact")}.
        </p>
      )}
    </section>
  );
}
