// Every module's sample data, in the order in which they build on each other.
import type { Env } from "../../server/env.ts";
import type { Sql } from "../../server/platform/database/sql.ts";
import { addCompanies } from "../../server/sample-firm/companies.ts";
import { fillWithCash } from "./demo-cash.ts";
import { fillWithClients } from "./demo-clients.ts";
import { fillWithDeals } from "./demo-deals.ts";
import { fillWithDocuments } from "./demo-documents.ts";
import { fillWithInquiries } from "./demo-inquiries.ts";
import { fillWithEarlierInvoices, fillWithInvoices } from "./demo-invoices.ts";
import { fillWithMeetings } from "./demo-meetings.ts";
import { fillWithMail } from "./demo-mail.ts";
import { fillWithOutreach } from "./demo-outreach.ts";
import { fillWithPayments } from "./demo-payments.ts";
import { fillWithCatalogue } from "./demo-catalogue.ts";
import { fillWithProposals } from "./demo-proposals.ts";
import { fillWithRelationships } from "./demo-relationships.ts";

/** The demo shows every module. */
export const switchEverythingOn = (sql: Sql) => sql`update public.modules set live = true`;

export async function fillWithDemo(sql: Sql, env: Env): Promise<void> {
  await addCompanies(sql);
  await sql`
    update public.firm set legal_name = 'Guidevane Advisory LLC', bank_holder = 'Guidevane Advisory LLC', bank_name = 'Skagen Handelsbank, Bergen',
      bank_account = 'NO93 8601 1117 947', bank_bic = 'SKHBNO22'`;
  await fillWithDeals(sql);
  await fillWithEarlierInvoices(sql);
  await fillWithPayments(sql);
  await fillWithProposals(sql);
  await fillWithInvoices(sql);
  await fillWithCatalogue(sql);
  await fillWithInquiries(sql);
  await fillWithDocuments(sql, { ...env, S3_ENDPOINT: undefined });
  await fillWithOutreach(sql);
  await fillWithClients(sql);
  await fillWithMail(sql);
  await fillWithMeetings(sql);
  await fillWithRelationships(sql);
  await fillWithCash(sql);
  // Not by MODULES: that counts only while no one has decided anything, and filling has.
  await switchEverythingOn(sql);
}
