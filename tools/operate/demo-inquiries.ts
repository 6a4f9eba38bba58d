// Messages that wait in the inbox of `npm run demo`, each with the person, company, deal and task that routing makes of it.
import { randomUUID } from "node:crypto";
import type { Subject } from "#content/subjects.ts";
import { presetModules } from "#server/platform/module-switches.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { fillWithYearOfInquiries } from "./demo-inquiries-year.ts";

interface Message {
  subject: Subject;
  name: string;
  email: string;
  company?: string;
  message: string;
  held_because?: string[];
}

const messages: readonly Message[] = [
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
    message: "A day for fourteen researchers in February. Half of them have never used such a tool.",
  },
  {
    subject: "Bavl Feedback",
    name: "Jonas Haverkamp",
    email: "jonas@ironquay.example",
    message: "On page 3 the word חסד was read as the other one.",
  },
  {
    subject: "AI Consult",
    name: "Best Links",
    email: "offer@cheap-links.example",
    message: "First page in three days: https://a.example https://b.example https://c.example",
    held_because: ["trap", "links"],
  },
];

export async function fillWithInquiries(sql: Sql): Promise<void> {
  // Routing makes a deal and a task only where they are kept.
  await presetModules(sql, ["all"]);
  await fillWithYearOfInquiries(sql);
  for (const message of messages)
    await sql`select public.receive_inquiry(${JSON.stringify({ ...message, id: randomUUID(), kind: "contact" })}::jsonb)`;
}
