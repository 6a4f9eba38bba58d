// The CRM: two lists, their dialogs, and what happens between them. The URL holds tab, view and dialog.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { PageHead } from "#app/admin/shell/page-head.tsx";
import { Button } from "#app/ui/button.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { accounts } from "./accounts/accounts-data.ts";
import { CompanyFilter } from "./accounts/company-filter.tsx";
import { contacts } from "./contacts/contacts-data.ts";
import { capitalised, type CrmRecord, type Entity } from "./entity.ts";
import { CrmDeleteDialog } from "./crm-delete-dialog.tsx";
import { CrmRecordDialog } from "./crm-record-dialog.tsx";
import { readListView } from "./list-view.ts";
import { countQuery, listQuery } from "./record-lists.ts";
import { RecordList } from "./record-list.tsx";
import { useAddress } from "./use-address.ts";

const ImportDialog = lazy(() => import("./csv/import-dialog.tsx"));
const entities: readonly Entity[] = [accounts, contacts];

export default function Crm() {
  const [params, change] = useAddress();
  const entity = params.get("tab") === "contacts" ? contacts : accounts;
  const [deleting, setDeleting] = useState<{ records: CrmRecord[]; whenDone: () => void } | null>(null);
  const dialog = params.get("dialog");
  usePrefetchedTab(entity === accounts ? contacts : accounts);
  const totals = [useQuery(countQuery(accounts)).data, useQuery(countQuery(contacts)).data];

  const openDialog = (values: Record<string, string>) =>
    change(
      (address) => {
        for (const [name, value] of Object.entries(values)) address.set(name, value);
        return address;
      },
      { preventScrollReset: true },
    );
  const closeDialog = () =>
    change(
      (address) => {
        address.delete("dialog");
        address.delete("id");
        return address;
      },
      // In place of the dialog: Back must not open it again.
      { replace: true, preventScrollReset: true },
    );

  return (
    <>
      <PageHead title="CRM">
        <Button variant="line" size="desk" onClick={() => openDialog({ dialog: "import" })}>
          Import CSV
        </Button>
        <Button size="desk" icon="plus" onClick={() => openDialog({ dialog: "new" })}>
          New {capitalised(entity.one)}
        </Button>
      </PageHead>
      <Tabs
        label="CRM"
        tone="ink"
        selected={entity.table}
        onSelect={(table) => change(() => new URLSearchParams(table === "accounts" ? {} : { tab: table }))}
        tabs={entities.map((each, index) => ({
          id: each.table,
          label: capitalised(each.many),
          count: totals[index],
          panel: each === entity && (
            <RecordList
              key={each.table}
              entity={each}
              onNew={() => openDialog({ dialog: "new" })}
              onEdit={(record) => openDialog({ dialog: "edit", id: record.id })}
              onDelete={(records, whenDone) => setDeleting({ records, whenDone })}
              filters={each === contacts && <CompanyFilter />}
            />
          ),
        }))}
      />
      {(dialog === "new" || dialog === "edit") && (
        <CrmRecordDialog
          key={`${entity.table} ${params.get("id")}`}
          entity={entity}
          id={dialog === "edit" ? params.get("id") : null}
          onClose={closeDialog}
        />
      )}
      <Suspense>{dialog === "import" && <ImportDialog entity={entity} onClose={closeDialog} />}</Suspense>
      <CrmDeleteDialog
        entity={entity}
        records={deleting?.records ?? []}
        onClose={() => setDeleting(null)}
        onDeleted={() => deleting?.whenDone()}
      />
    </>
  );
}

/** The other tab's first page is fetched once this one has settled, so that a change of tab shows it at once. */
function usePrefetchedTab(entity: Entity) {
  const client = useQueryClient();
  useEffect(() => {
    const view = readListView(new URLSearchParams(), entity.fields);
    const timer = setTimeout(() => void client.prefetchQuery(listQuery(entity, view)), 500);
    return () => clearTimeout(timer);
  }, [client, entity]);
}
