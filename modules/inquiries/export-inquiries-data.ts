// The list as a CSV file. A cell that a spreadsheet would run as a formula becomes text (domain/csv-text.ts).
import { officeDayOf } from "#app/lib/office-time.ts";
import { currentTime } from "#domain/clock.ts";
import { csvLine } from "#domain/csv-text.ts";
import { exportFile } from "#app/records/csv/save-file.ts";
import { messageSentence } from "#domain/message-states.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";
import { type Inquiry, readAllInquiries, type View } from "./inquiries-data.ts";
import { kinds } from "./inquiry.ts";

const columns: readonly [heading: string, of: (inquiry: Inquiry) => string | null | undefined][] = [
  ["Reference", ({ reference }) => reference],
  ["Kind", ({ kind }) => kinds[kind].name],
  ["State", ({ state }) => state],
  ["Received", ({ received_at }) => received_at],
  ["Due", ({ due_at }) => due_at],
  ["Answered", ({ answered_at }) => answered_at],
  ["Name", ({ name }) => name],
  ["Email", ({ email }) => email],
  ["Company", ({ company }) => company],
  ["Subject", ({ subject_text }) => subject_text],
  ["Message", ({ message }) => message],
  ["Owner", ({ assignee }) => assignee?.name],
  [
    "Answered by",
    ({ answered_at, answer_id, answerer }) =>
      answered_at && `${answer_id ? "Mail" : "Marked"}${answerer ? `, ${answerer.name}` : ""}`,
  ],
  ["Reply", ({ last_reply }) => last_reply && messageSentence(last_reply)],
  ["Spam signals", ({ held_because }) => held_because.join(" ")],
];

export const inquiriesCsv = (rows: readonly Inquiry[]): string[] => [
  csvLine(columns.map(([heading]) => heading)),
  ...rows.map((row) => csvLine(columns.map(([, of]) => of(row) ?? ""))),
];

export async function exportInquiries(view: Omit<View, "size">) {
  try {
    const rows = await readAllInquiries(view);
    await exportFile("inquiries", `inquiries-${view.tab.id}-${officeDayOf(currentTime())}.csv`, inquiriesCsv(rows));
    toast({ title: `${countOf(rows.length, "inquiry", "inquiries")} exported` });
  } catch (error) {
    toast({ title: "Failed to export inquiries", text: messageOf(error), tone: "danger" });
  }
}
