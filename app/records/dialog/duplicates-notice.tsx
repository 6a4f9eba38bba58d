import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Entity } from "#domain/entity.ts";
import { Icon } from "#app/ui/icon.tsx";
import { pageOf } from "../entity.ts";
import type { Values } from "../field-kinds/field-kind.ts";
import { duplicatesQuery } from "../record-data.ts";

/** Typing settles before it is looked for. */
const settleMs = 300;

/** Says that a record may exist already, and leads there. It warns; it does not forbid. */
export function DuplicatesNotice({
  entity,
  values,
  exceptId,
}: {
  entity: Entity;
  values: Values;
  /** The record that is being edited or made: saved a moment ago, it is no duplicate of itself. */
  exceptId: string;
}) {
  const [settled, setSettled] = useState(values);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(values), settleMs);
    return () => clearTimeout(timer);
  }, [values]);
  const found = useQuery({ ...duplicatesQuery(entity, settled, exceptId), placeholderData: keepPreviousData });
  if (!found.data?.length) return null;
  const label = (name: string) => entity.fields[name]?.label.toLowerCase() ?? name;
  return (
    <output className="mt-4 flex gap-2 rounded-1 bg-dev-bg px-3 py-2.5 text-dev">
      <Icon name="alert" className="mt-px shrink-0" />
      <ul className="min-w-0">
        {found.data.slice(0, 3).map(({ id, title, field }) => (
          <li key={id} className="wrap-anywhere">
            Same {label(field)} as{" "}
            <Link to={pageOf(entity, { id })} target="_blank" className="font-semibold underline">
              {title}
            </Link>
          </li>
        ))}
        {found.data.length > 3 && <li>and {found.data.length - 3} more</li>}
      </ul>
    </output>
  );
}
