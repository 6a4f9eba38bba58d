// What a task is in a CSV file: the fields that an import can fill.
import type { Database } from "#app/lib/database.types.ts";
import type { EntityOf } from "#domain/entity.ts";
import { kinds, priorities } from "./task.ts";

export const taskInFile = {
  table: "tasks",
  area: "tasks",
  one: "task",
  many: "tasks",
  page: "/admin/tasks",
  title: "title",
  fields: {
    title: {
      kind: "text",
      label: "Task",
      required: true,
      max: 300,
      alsoCalled: ["title", "name", "subject", "to do", "todo", "aufgabe", "tâche"],
    },
    due_on: { kind: "day", label: "Day", alsoCalled: ["due", "due date", "due on", "date", "fällig", "échéance"] },
    priority: { kind: "choice", label: "Priority", choices: priorities, alsoCalled: ["priorität", "priorité"] },
    kind: { kind: "choice", label: "Kind", choices: kinds, alsoCalled: ["type", "task type", "art"] },
    assignee_id: {
      kind: "person",
      label: "Owner",
      to: { table: "staff", one: "colleague", key: "user_id", short: { order: "name" } },
      alsoCalled: ["assignee", "assigned to", "task owner", "responsible", "verantwortlich", "responsable"],
    },
    contact_id: {
      kind: "reference",
      label: "Contact",
      to: { table: "contacts", one: "contact", page: "/admin/crm/contacts" },
      alsoCalled: ["person", "contact name", "kontakt"],
    },
    account_id: {
      kind: "reference",
      label: "Company",
      to: { table: "accounts", one: "company", page: "/admin/crm/accounts", creatable: true },
      alsoCalled: ["account", "company name", "account name", "firma", "entreprise"],
    },
    deal_id: {
      kind: "reference",
      label: "Deal",
      to: { table: "deals", one: "deal", page: "/admin/deals" },
      alsoCalled: ["deal name", "opportunity"],
    },
    notes: { kind: "notes", label: "Notes", max: 20_000, alsoCalled: ["note", "description", "comment", "notizen"] },
  },
} as const satisfies EntityOf<Database["public"]["Tables"]["tasks"]["Row"]>;
