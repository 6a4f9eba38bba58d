// Messages as visitors send them, each with the person, company, deal and task that routing makes of it. No mail is written about them.
import { randomUUID } from "node:crypto";
import type { Subject } from "#content/subjects.ts";
import type { Statements } from "#server/platform/database/sql.ts";

const messages: readonly { subject: Subject; name: string; email: string; company: string; message: string }[] = [
  {
    subject: "AI Consult",
    name: "Dana Whitlock",
    email: "dana.whitlock@castelline.example",
    company: "Castelline",
    message:
      "We have a board date in December and need to choose between two vendors.\n\nCould somebody look at both contracts with us before then?",
  },
  {
    subject: "Build Inquiry",
    name: "Idris Kaplan",
    email: "idris@quillonpress.example",
    company: "Quillon Press",
    message: "Dispatch notes come to us as photos, about 300 a day. We would like them read, checked and filed.",
  },
  {
    subject: "Workshop Inquiry",
    name: "Ruth Amsel",
    email: "ruth.amsel@arcadine.example",
    company: "Arcadine",
    message: "A day for fourteen researchers in February. Half of them have never used such a tool.",
  },
];

export async function addInquiries(within: Statements): Promise<void> {
  for (const message of messages)
    await within`select public.receive_inquiry(${JSON.stringify({ ...message, id: randomUUID(), kind: "contact" })}::jsonb)`;
  // Receipts and the team's chat would reach outside once publishing is on; these people do not exist.
  await within`delete from public.outbox where (jsonb_build_object('id', id)) in (select key from private.sample_rows where place = 'public.outbox')`;
}
