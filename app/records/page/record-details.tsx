// The fields of a record that its head does not show: each thing is said once.
import { type ReactNode, useState } from "react";
import { type Entity, entriesOf, type FieldEntry, sectionsOf } from "#domain/entity.ts";
import { countOf, formatMoment } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import type { KitRecord } from "../entity.ts";
import { FieldValue } from "../field-kinds/field-value.tsx";
import { kindOf } from "../field-kinds/kinds.ts";
import { Detail } from "./detail.tsx";

/** Fields that stand in the head, or in what another field shows: the currency of an amount, the domain of a website. */
export function saidElsewhere(entity: Entity, record: KitRecord): ReadonlySet<string> {
  const said = new Set([entity.title]);
  for (const [name, field] of entriesOf(entity.fields)) {
    if (field.fact || field.lead || field.inHead) said.add(name);
    const isThere = (record[name] ?? null) !== null;
    if (field.kind === "money" && "column" in field.currency && isThere) said.add(field.currency.column);
    if (field.kind === "web-address" && field.shownAs && isThere) said.add(field.shownAs);
  }
  return said;
}

/** A firm may add fifty fields, most of which say nothing of most records: more than these are folded when they are empty. */
const mostEmpty = 4;

const saysNothing = (record: KitRecord, [name]: FieldEntry) => {
  const value = record[name] ?? null;
  return name.startsWith("own_") && (value === null || (Array.isArray(value) && value.length === 0));
};

export function Details({
  entity,
  record,
  narrow,
  children,
}: {
  entity: Entity;
  record: KitRecord;
  narrow: boolean;
  /** What modules add. */
  children: ReactNode;
}) {
  const said = saidElsewhere(entity, record);
  const [unfolded, setUnfolded] = useState(false);
  const empty = entriesOf(entity.fields).filter((entry) => saysNothing(record, entry));
  const isFolded = !unfolded && empty.length > mostEmpty;
  // What only comes later ("Closed on") is not there as long as it has not come; that no one owns it is worth saying.
  const sections = sectionsOf(
    Object.fromEntries(
      entriesOf(entity.fields).filter(
        ([name, field]) =>
          !said.has(name) &&
          !field.apart &&
          !(isFolded && saysNothing(record, [name, field])) &&
          (!field.later || field.kind === "person" || (record[name] ?? null) !== null),
      ),
    ),
  );
  return (
    <section aria-label="Details" className={panelClass}>
      <h2 className="border-b border-line px-4 py-3 text-small font-[640]">Details</h2>
      {sections.map(([section, fields]) => (
        <div key={section} className={section ? "border-t border-line" : undefined}>
          {section && <h3 className="px-4 pt-2.5 text-caption font-[640]">{section}</h3>}
          <dl className="py-2.5">
            {fields.map((entry) => (
              <Detail key={entry[0]} name={entry[1].label} narrow={narrow} lines={kindOf(entry[1]).lines === true}>
                <FieldValue entry={entry} record={record} />
              </Detail>
            ))}
            {!section && children}
          </dl>
        </div>
      ))}
      {isFolded && (
        <p className="border-t border-line px-4 py-2.5">
          <Button variant="line" size="compact" onClick={() => setUnfolded(true)}>
            {countOf(empty.length, "empty field")}
          </Button>
        </p>
      )}
      <p className="border-t border-line px-4 py-2.5 text-caption text-muted">
        Created {formatMoment(record.created_at)}. Last saved {formatMoment(record.updated_at)}.
      </p>
    </section>
  );
}
