// The record dialog for either entity: finds the record that the URL names, and brings the company picker.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { PickerProps } from "#app/admin/field-inputs.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { CompanyPicker } from "./accounts/company-picker.tsx";
import { capitalised, type Entity } from "./entity.ts";
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
  // Always asked for afresh: what the list holds may be older than what someone else saved.
  const record = useQuery({ ...recordQuery(entity, id), refetchOnWindowFocus: false });
  const gone = record.isSuccess && !record.isFetching && record.data === null;
  useEffect(() => {
    if (record.isError) console.error(`Loading the ${entity.one} failed:`, record.error);
  }, [record.isError, record.error, entity]);
  if (record.data && (record.isFetchedAfterMount || record.isFetching === false))
    return <RecordDialog entity={entity} record={record.data} picker={picker} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={`Edit ${capitalised(entity.one)}`}>
      <p className="py-6">
        {gone
          ? `This ${entity.one} no longer exists.`
          : record.isError
            ? `Failed to load ${entity.many}`
            : "Loading..."}
      </p>
    </Dialog>
  );
}
