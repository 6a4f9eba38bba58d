// The dialog that the address asks for: a new record, or the one that it names.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { capitalised, type Entity, type Field } from "#domain/entity.ts";
import { isGroup } from "#domain/filter.ts";
import { officeQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { isId, type KitRecord, references } from "../entity.ts";
import { readListView } from "../list/list-view.ts";
import { recordQuery } from "../record-data.ts";
import { RecordDialog } from "./record-dialog.tsx";

export function OpenedDialog({ entity, id, onClose }: { entity: Entity; id: string | null; onClose: () => void }) {
  const [params] = useSearchParams();
  const office = useQuery(officeQuery);
  if (id) return <EditDialog entity={entity} id={id} onClose={onClose} />;
  // From a company's page, or its filtered list, the company is already chosen.
  const { filter } = readListView(params, entity);
  const preset = Object.fromEntries(
    references(entity).flatMap(([name]) => {
      const asked = filter.parts.find((part) => !isGroup(part) && part.field === name && part.op === "is");
      const [chosen = "", ...others] = asked && !isGroup(asked) ? asked.values : [];
      return isId(chosen) && others.length === 0 && filter.match === "all" ? [[name, chosen]] : [];
    }),
  );
  const currencies = Object.values<Field>(entity.fields).flatMap((field) =>
    field.kind === "money" && "column" in field.currency ? [field.currency.column] : [],
  );
  // An amount is read by its currency: the form starts with the office's.
  if (currencies.length > 0 && office.isPending) return null;
  const own = office.data?.currency;
  const usual = own ? Object.fromEntries(currencies.map((name) => [name, own])) : {};
  return <RecordDialog entity={entity} record={null} preset={{ ...usual, ...preset }} onClose={onClose} />;
}

function EditDialog({ entity, id, onClose }: { entity: Entity; id: string; onClose: () => void }) {
  // Asked for afresh: what the list holds may be older than what someone else saved.
  const record = useQuery({ ...recordQuery(entity, id), refetchOnWindowFocus: false });
  // Once open it stays open on this record, whatever later reads say: it holds what someone is typing.
  const [opened, setOpened] = useState<KitRecord | null>(null);
  if (!opened && record.data && record.isFetchedAfterMount) setOpened(record.data);
  useEffect(() => {
    if (record.isError) console.error(`Loading the ${entity.one} failed:`, record.error);
  }, [record.isError, record.error, entity]);
  if (opened) return <RecordDialog entity={entity} record={opened} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={`Edit ${capitalised(entity.one)}`}>
      <p className="py-6">
        {record.isError
          ? messageOf(record.error)
          : record.data === null && !record.isFetching
            ? `This ${entity.one} no longer exists.`
            : "Loading..."}
      </p>
    </Dialog>
  );
}
