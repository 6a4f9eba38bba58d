// /admin/crm and its like: the lists of an area's modules as tabs, their dialogs, and what happens between them.
// The URL holds tab, view and dialog.
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { capitalised, type Entity } from "#domain/entity.ts";
import { may } from "#app/lib/access.ts";
import { DeleteRecords, type Doomed } from "#app/records/dialog/delete-records.tsx";
import { OpenedDialog } from "#app/records/dialog/opened-dialog.tsx";
import { readListView } from "#app/records/list/list-view.ts";
import { RecordList } from "#app/records/list/record-list.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useEntitiesReady } from "#app/records/own-fields.ts";
import { countQuery, listQuery } from "#app/records/record-lists.ts";
import { Button } from "#app/ui/button.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { areasOf, isLive, isOn, modulesIn } from "./areas.ts";
import { useLiveModules } from "./live-modules.ts";
import NoSuchPage from "./no-such-page.tsx";
import { NotYours } from "./not-yours.tsx";
import { PageHead } from "./shell/page-head.tsx";

const ImportDialog = lazy(() => import("#app/records/csv/import-dialog.tsx"));

export default function RecordArea() {
  const { pathname } = useLocation();
  const live = useLiveModules();
  const path = pathname.replace(/\/+$/, "");
  const name = areasOf(live).find((area) => area.path === path)?.name;
  const tabs = modulesIn(path.replace("/admin/", "")).flatMap((module) =>
    module.entity && isLive(module, live) ? [{ key: module.key, entity: module.entity }] : [],
  );
  const [first] = tabs;
  const ready = useEntitiesReady();
  if (!name || !first) return modulesIn(path).some((module) => isOn(module, live)) ? <NotYours /> : <NoSuchPage />;
  if (!ready) return <LoadingRows />;
  return <Lists key={path} name={name} tabs={[first, ...tabs.slice(1)]} />;
}

interface Tab {
  key: string;
  entity: Entity;
}

function Lists({ name, tabs }: { name: string; tabs: [Tab, ...Tab[]] }) {
  const { params, change, edit } = useAddress();
  const [first, ...others] = tabs;
  const { key, entity } = others.find((tab) => tab.key === params.get("tab")) ?? first;
  const [deleting, setDeleting] = useState<{ doomed: Doomed; whenDone: () => void } | null>(null);
  const dialog = params.get("dialog");
  usePrefetched(tabs.filter((tab) => tab.key !== key).map((tab) => tab.entity));
  const totals = useQueries({ queries: tabs.map((tab) => countQuery(tab.entity)) });
  // Search, sort and page of the tabs that are not shown: one comes back to what one left.
  const left = useRef(new Map<string, URLSearchParams>());
  const switchTo = (next: string) =>
    edit((address) => {
      for (const passing of ["dialog", "id"]) address.delete(passing);
      left.current.set(key, address);
      return left.current.get(next) ?? new URLSearchParams(next === first.key ? {} : { tab: next });
    });

  // In place of the dialog: Back must not open it again.
  const closeDialog = () => change({ dialog: null, id: null }, true);
  const list = (each: Entity) => (
    <RecordList
      key={each.table}
      entity={each}
      onNew={() => change({ dialog: "new" })}
      onEdit={(id) => change({ dialog: "edit", id })}
      onDelete={(doomed, whenDone) => setDeleting({ doomed, whenDone })}
    />
  );

  return (
    <>
      <PageHead title={name}>
        {may(entity.area, "add") && (
          <>
            <Button variant="line" size="compact" onClick={() => change({ dialog: "import" })}>
              Import CSV
            </Button>
            <Button size="compact" icon="plus" onClick={() => change({ dialog: "new" })}>
              New {capitalised(entity.one)}
            </Button>
          </>
        )}
      </PageHead>
      {tabs.length === 1 ? (
        list(entity)
      ) : (
        <Tabs
          label={name}
          tone="ink"
          selected={key}
          onSelect={switchTo}
          tabs={tabs.map((tab, index) => ({
            id: tab.key,
            label: capitalised(tab.entity.many),
            count: totals[index]?.data,
            panel: tab.key === key && list(tab.entity),
          }))}
        />
      )}
      {((dialog === "new" && may(entity.area, "add")) || (dialog === "edit" && may(entity.area, "edit"))) && (
        <OpenedDialog
          key={`${entity.table} ${params.get("id")}`}
          entity={entity}
          id={dialog === "edit" ? params.get("id") : null}
          onClose={closeDialog}
        />
      )}
      <Suspense>
        {dialog === "import" && may(entity.area, "add") && <ImportDialog entity={entity} onClose={closeDialog} />}
      </Suspense>
      <DeleteRecords
        entity={entity}
        doomed={deleting?.doomed ?? null}
        onClose={() => setDeleting(null)}
        onDeleted={() => deleting?.whenDone()}
      />
    </>
  );
}

/** The other tabs' first pages are fetched once this one has settled, so that a change of tab shows them at once. */
function usePrefetched(entities: Entity[]) {
  const client = useQueryClient();
  const fetchLists = useEffectEvent((tables: string) => {
    for (const entity of entities.filter(({ table }) => tables.split(" ").includes(table)))
      void client.prefetchQuery(listQuery(entity, readListView(new URLSearchParams(), entity)));
  });
  const tables = entities.map(({ table }) => table).join(" ");
  useEffect(() => {
    const timer = setTimeout(() => fetchLists(tables), 500);
    return () => clearTimeout(timer);
  }, [tables]);
}
