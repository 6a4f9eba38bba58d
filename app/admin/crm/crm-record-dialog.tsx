// The record dialog for either entity: finds the record that the URL names, and brings the company picker.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { PickerProps } from "#app/admin/field-inputs.tsx";
import { messageOf } from "#app/lib/request-error.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { CompanyPicker } from "./accounts/company-picker.tsx";
import { capitalised, type CrmRecord, type Entity } from "./entity.ts";
import { recordQuery } from "./record-data.ts";
import { RecordDialog } from "./record-dialog.tsx";

const picker = (props: PickerProps) => <CompanyPicker {...props} />;

export function CrmRecordDialog({ entity, id, onClose }: { entity: Entity; id: string | null; onClose: () => void }) {
  const [params] = useSearchParams();
  const company = params.get("account");
  if (id) return <EditDialog entity={entity} id={id} onClose={onClose} />;
  // From a company's page, or its filtered list, the company is already chosen.
  const preset = entity.table === "contacts" && company ? { preset: { account_id: company } } : {};
  return <RecordDialog entity={entity} record={null} picker={picker} onClose={onClose} {...preset} />;
}

function EditDialog({ entity, id, onClose }: { entity: Entity; id: string; onClose: () => void }) {
  // Asked for afresh: what the list holds may be older than what someone else saved.
  const record = useQuery({ ...recordQuery(entity, id), refetchOnWindowFocus: false });
  // Once open it stays open on this record, whatever later reads say: it holds what someone is typing.
  const [opened, setOpened] = useState<CrmRecord | null>(null);
  if (!opened && record.data && record.isFetchedAfterMount) setOpened(record.data);
  useEffect(() => {
    if (record.isError) console.error(`Loading the ${entity.one} failed:`, record.error);
  }, [record.isError, record.error, entity]);
  if (opened) return <RecordDialog entity={entity} record={opened} picker={picker} onClose={onClose} />;
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
