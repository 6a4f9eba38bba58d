// Fields that no form asks for: what the database keeps about every record, and about those with facts (server/platform/sql/18-facts.sql).
import type { Entity, FieldEntry, Fields } from "./entity.ts";

const facts: Fields = {
  last_contact_at: {
    kind: "moment",
    label: "Last contact",
    computed: "facts",
    what: "last_contact_kind",
    words: { mail: "Mail", reply: "Reply", inquiry: "Inquiry", call: "Call", meeting: "Meeting" },
  },
  open_value: {
    kind: "money",
    label: "Open value",
    computed: "facts",
    currency: { column: "facts_currency" },
  },
  open_deals: { kind: "count", label: "Open deals", required: true, computed: "facts" },
  next_step_on: { kind: "day", label: "Next step", computed: "facts", what: "next_step" },
};

const moments: Fields = {
  created_at: { kind: "moment", label: "Created", required: true, computed: "column" },
  updated_at: { kind: "moment", label: "Changed", required: true, computed: "column" },
};

/** The columns of the table beside a record's, each as the field it is shown as. */
export const factColumns =
  "last_contact_at, last_contact_kind, open_value, open_deals, facts_currency:currency, next_step_on, next_step";

/** All that a list can show, sort and filter: the entity's own fields, then the computed ones. */
export const listFields = (entity: Entity): Fields => ({
  ...entity.fields,
  ...entity.computed,
  ...(entity.facts && facts),
  ...moments,
});

export const listEntries = (entity: Entity): FieldEntry[] => Object.entries(listFields(entity));
