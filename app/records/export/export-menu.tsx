import type { Entity } from "#domain/entity.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import type { ListView } from "../list/list-view.ts";
import { exportShown, type ShownFormat } from "./export-shown.ts";

/** Beside "Export CSV": the same list as a spreadsheet, as a PDF, or on paper. */
export function ExportMenu({
  entity,
  view,
  what,
  disabled,
}: {
  entity: Entity;
  view: ListView;
  what: { all: number } | { ids: readonly string[] };
  disabled: boolean;
}) {
  if (disabled) return null;
  const run = (format: ShownFormat) => () => void exportShown(entity, view, what, format);
  return (
    <Menu
      label="Export as"
      trigger={<Icon name="chevron" className="size-4" />}
      className="inline-grid size-8.5 place-items-center rounded-2 border border-control bg-surface hover:bg-shade max-sm:size-10.5"
      actions={[
        { id: "xlsx", label: "Export Excel (XLSX)", icon: "download", onAction: run("xlsx") },
        { id: "pdf", label: "Export PDF", icon: "download", onAction: run("pdf") },
        // The menu goes first: it is not printed.
        { id: "print", label: "Print this page", onAction: () => setTimeout(() => window.print(), 300) },
      ]}
    />
  );
}
