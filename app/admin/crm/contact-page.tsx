// /admin/crm/contacts/{id}: the person and their company.
import { Link, useParams } from "react-router";
import { contacts } from "./contacts/contacts-data.ts";
import type { CrmRecord } from "./entity.ts";
import { RecordPage } from "./record-page.tsx";

export default function ContactPage() {
  const { id = "" } = useParams();
  return <RecordPage key={id} entity={contacts} id={id} links={companyLink} />;
}

function companyLink(contact: CrmRecord) {
  const company = contact.account as { id: string; name: string } | null;
  if (!company) return {};
  return {
    account_id: (
      <Link to={`/admin/crm/accounts/${company.id}`} className="underline decoration-control underline-offset-3">
        {company.name}
      </Link>
    ),
  };
}
