// One record on a page of its own: every field, its related records, edit and delete.
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { PageHead, panelClass } from "#app/admin/shell/page-head.tsx";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { CrmDeleteDialog } from "./crm-delete-dialog.tsx";
import { CrmRecordDialog } from "./crm-record-dialog.tsx";
import type { CrmRecord, Entity } from "./entity.ts";
import { FieldValue } from "./field-value.tsx";
import { entriesOf } from "./fields.ts";
import { LoadingRows } from "./loading-rows.tsx";
import { recordQuery } from "./record-data.ts";

interface RecordPageProps {
  entity: Entity;
  id: string;
  /** Further buttons beside Edit and Delete. */
  actions?: ComponentType<{ record: CrmRecord }> | undefined;
  /** Fields shown as links to other pages. */
  links?: ((record: CrmRecord) => Record<string, ReactNode>) | undefined;
  /** Below the fields. */
  related?: ComponentType<{ record: CrmRecord }> | undefined;
}

export function RecordPage({ entity, id, actions, links, related }: RecordPageProps) {
  const record = useQuery(recordQuery(entity, id));
  const list = `/admin/crm${entity.table === "contacts" ? "?tab=contacts" : ""}`;
  const [params, setParams] = useSearchParams();
  return (
    <>
      {record.isPending ? (
        <LoadingRows />
      ) : record.data ? (
        <Shown {...{ entity, actions, links, related, list }} record={record.data} />
      ) : (
        <section className={panelClass}>
          <EmptyState title={record.isError ? `Failed to load ${entity.many}` : `This ${entity.one} no longer exists`}>
            {record.isError && <p className="text-muted">{messageOf(record.error)}</p>}
            <Link to={list} className="underline">
              All {entity.many}
            </Link>
          </EmptyState>
        </section>
      )}
      {/* Outside of what is shown, so that it outlives a record that someone else deletes meanwhile. */}
      {params.get("dialog") === "edit" && (
        <CrmRecordDialog
          entity={entity}
          id={id}
          onClose={() => setParams({}, { replace: true, preventScrollReset: true })}
        />
      )}
    </>
  );
}

function Shown({
  entity,
  record,
  list,
  actions: Actions,
  links,
  related: Related,
}: Omit<RecordPageProps, "id"> & { record: CrmRecord; list: string }) {
  const [, setParams] = useSearchParams();
  const [deleting, setDeleting] = useState<CrmRecord[]>([]);
  const navigate = useNavigate();
  const shown = links?.(record) ?? {};
  return (
    <>
      <nav aria-label="Breadcrumb">
        <Link to={list} className="text-muted underline decoration-control underline-offset-3 hover:text-ink">
          CRM, {entity.many}
        </Link>
      </nav>
      <PageHead
        title={record.name}
        note={`Created ${formatMoment(record.created_at)}. Last saved ${formatMoment(record.updated_at)}.`}
      >
        {Actions && <Actions record={record} />}
        <Button variant="line" size="desk" icon="trash" onClick={() => setDeleting([record])}>
          Delete
        </Button>
        <Button size="desk" icon="edit" onClick={() => setParams({ dialog: "edit" }, { preventScrollReset: true })}>
          Edit
        </Button>
      </PageHead>
      <section aria-label="Details" className={panelClass}>
        <dl>
          {entriesOf(entity.fields).map(([name, field]) => (
            <div
              key={name}
              className="grid gap-x-4 border-b border-line px-4 py-2.75 last:border-0 sm:grid-cols-[12rem_minmax(0,1fr)]"
            >
              <dt className="text-muted">{field.label}</dt>
              <dd
                dir="auto"
                className={field.input === "notes" ? "wrap-anywhere whitespace-pre-wrap" : "text-left wrap-anywhere"}
              >
                {shown[name] ?? <FieldValue name={name} field={field} record={record} />}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {Related && <Related record={record} />}
      <CrmDeleteDialog
        entity={entity}
        records={deleting}
        onClose={() => setDeleting([])}
        onDeleted={() => void navigate(list)}
      />
    </>
  );
}
