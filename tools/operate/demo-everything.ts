// Every module's sample data, in the order in which they build on each other.
import type { Env } from "../../server/env.ts";
import type { Sql } from "../../server/platform/database/sql.ts";
import { fillWithSampleData, switchEverythingOn } from "./demo-data.ts";
import { fillWithDeals } from "./demo-deals.ts";
import { fillWithDocuments } from "./demo-documents.ts";
import { fillWithInquiries } from "./demo-inquiries.ts";
import { fillWithOutreach } from "./demo-outreach.ts";
import { fillWithPayments } from "./demo-payments.ts";
import { fillWithProposals } from "./demo-proposals.ts";

export async function fillWithDemo(sql: Sql, env: Env): Promise<void> {
  await fillWithSampleData(sql);
  await fillWithDeals(sql);
  await fillWithPayments(sql);
  await fillWithProposals(sql);
  await fillWithInquiries(sql);
  await fillWithDocuments(sql, { ...env, S3_ENDPOINT: undefined });
  await fillWithOutreach(sql);
  // Not by MODULES: that counts only while no one has decided anything, and filling has.
  await switchEverythingOn(sql);
}
