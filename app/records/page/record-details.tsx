// The fields of a record that its head does not show: each thing is said once.
import type { ReactNode } from "react";
import { type Entity, entriesOf, sectionsOf } from "#domain/entity.ts";
import { formatMoment } from "#app/lib/formats.ts";
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
  // What only comes later ("Closed on") is not there as long as it has not come; that no one owns it is worth saying.
  const sections = sectionsOf(
    Object.fromEntries(
      entriesOf(entity.fields).filter(
        ([name, field]) =>
          !said.has(name) &&
          !field.apart &&
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
      <p className="border-t border-line px-4 py-2.5 text-caption text-muted">
        Created {formatMoment(record.created_at)}. Last saved {formatMoment(record.updated_at)}.
      </p>
    </section>
  );
}
