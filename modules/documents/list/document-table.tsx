// Documents as rows: a table on a wide screen, two lines each on a phone. Versions open below their row.
import { Fragment, useState } from "react";
import type { Action } from "#domain/rights.ts";
import { may } from "#app/lib/access.ts";
import { TagLine } from "#app/records/tags/tag-chip.tsx";
import { TagChips } from "#app/records/tags/tag-chips.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Menu, type MenuAction } from "#app/ui/compact/menu.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { sizeWords } from "#domain/file-size.ts";
import { showsInline } from "../document.ts";
import { FileSign, Sharing, When, Who } from "../document-parts.tsx";
import { type DocumentRow, openVersion } from "../documents-data.ts";
import { VersionList } from "./version-list.tsx";

export interface RowActions {
  onShare: (row: DocumentRow) => void;
  onRename: (row: DocumentRow) => void;
  onMove: (row: DocumentRow) => void;
  onArchive: (row: DocumentRow) => void;
  onDelete: (row: DocumentRow) => void;
  onNewVersion: (row: DocumentRow) => void;
}

const head = "border-b border-line px-2 py-2.5 text-left text-caption font-[520] text-muted first:pl-4";
const cell = "border-b border-line px-2 py-1.5 align-middle first:pl-4";

/** What an action of the menu asks for; one that is not here only reads. */
const needs: Readonly<Record<string, Action>> = {
  share: "send",
  version: "add",
  rename: "edit",
  move: "edit",
  archive: "edit",
  unarchive: "edit",
  delete: "delete",
};

function actionsOf(row: DocumentRow, act: RowActions): MenuAction[] {
  const open: MenuAction = {
    id: "open",
    label: "Open in a new tab",
    icon: "external",
    onAction: () => void openVersion({ id: row.version_id, fileName: row.file_name }, true),
  };
  const save: MenuAction = {
    id: "download",
    label: "Download",
    icon: "download",
    onAction: () => void openVersion({ id: row.version_id, fileName: row.file_name }),
  };
  const own: MenuAction[] = row.read_only
    ? []
    : row.archived_at
      ? [
          { id: "unarchive", label: "Put back", icon: "back", onAction: () => act.onArchive(row) },
          { id: "delete", label: "Delete", icon: "trash", danger: true, onAction: () => act.onDelete(row) },
        ]
      : [
          { id: "version", label: "Add a version", icon: "deploy", onAction: () => act.onNewVersion(row) },
          { id: "rename", label: "Rename", icon: "edit", onAction: () => act.onRename(row) },
          { id: "move", label: "Move to a folder", icon: "folder", onAction: () => act.onMove(row) },
          { id: "archive", label: "Archive", icon: "trash", danger: true, onAction: () => act.onArchive(row) },
        ];
  const share: MenuAction[] = row.archived_at
    ? []
    : [{ id: "share", label: "Share", icon: "link", onAction: () => act.onShare(row) }];
  const all = [...share, ...(showsInline(row.mime) ? [open] : []), save, ...own];
  return all.filter(({ id }) => !needs[id] || may("documents", needs[id]));
}

export function DocumentTable({
  rows,
  act,
  showFolder,
}: {
  rows: readonly DocumentRow[];
  act: RowActions;
  showFolder: boolean;
}) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpened((old) => (old.has(id) ? new Set([...old].filter((each) => each !== id)) : new Set([...old, id])));
  const place = (row: DocumentRow) =>
    showFolder ? [row.account_name, row.folder_name].filter(Boolean).join(", ") : "";
  return (
    <table className="w-full text-caption max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col" className={head}>
            Name
          </th>
          <th scope="col" className={head}>
            Version
          </th>
          <th scope="col" className={classNames(head, "max-md:hidden")}>
            Size
          </th>
          <th scope="col" className={head}>
            Changed
          </th>
          <th scope="col" className={classNames(head, "max-xl:hidden")}>
            By
          </th>
          <th scope="col" className={head}>
            Sharing
          </th>
          <th scope="col" className={head}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <Fragment key={row.id}>
            <tr className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto_auto] max-sm:items-center max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-2">
              <td
                className={classNames(
                  cell,
                  "max-sm:col-start-1 max-sm:row-start-1 max-sm:border-0 max-sm:p-0 max-sm:first:pl-0",
                )}
              >
                <span className="flex min-w-0 items-center gap-2">
                  <button
                    type="button"
                    aria-expanded={opened.has(row.id)}
                    aria-label={`${opened.has(row.id) ? "Hide" : "Show"} versions of ${row.title}`}
                    onClick={() => toggle(row.id)}
                    className="-ml-1.5 grid size-8 shrink-0 place-items-center rounded-2 hover:bg-shade max-sm:size-9"
                  >
                    <Icon name="chevron" className={classNames("size-4", !opened.has(row.id) && "-rotate-90")} />
                  </button>
                  <FileSign mime={row.mime} fileName={row.file_name} />
                  <span className="min-w-0">
                    <button
                      type="button"
                      dir="auto"
                      title={row.file_name}
                      onClick={() =>
                        void openVersion({ id: row.version_id, fileName: row.file_name }, showsInline(row.mime))
                      }
                      className="line-clamp-3 min-h-6 max-w-full text-left text-ui font-semibold wrap-anywhere hover:underline"
                    >
                      {row.title}
                    </button>
                    {(place(row) || row.read_only) && (
                      <span dir="auto" className="flex items-center gap-1.5 text-caption text-muted">
                        {row.read_only && <Icon name="lock" className="size-3.5" />}
                        <span className="line-clamp-2 min-w-0 wrap-anywhere">
                          {[place(row), row.read_only ? "filed by the server" : ""].filter(Boolean).join(", ")}
                        </span>
                      </span>
                    )}
                    <TagLine names={row.tags} />
                  </span>
                </span>
              </td>
              <td
                className={classNames(
                  cell,
                  "max-sm:col-start-2 max-sm:row-start-1 max-sm:border-0 max-sm:p-0 max-sm:px-2",
                )}
              >
                v{row.no}
              </td>
              <td className={classNames(cell, "whitespace-nowrap max-md:hidden")}>{sizeWords(row.size)}</td>
              <td
                className={classNames(
                  cell,
                  "whitespace-nowrap max-sm:col-start-1 max-sm:row-start-2 max-sm:border-0 max-sm:p-0 max-sm:pl-18.5",
                )}
              >
                <When iso={row.changed_at} />
              </td>
              <td className={classNames(cell, "max-xl:hidden")}>
                <Who name={row.changed_by} />
              </td>
              <td
                className={classNames(
                  cell,
                  "max-sm:col-start-1 max-sm:col-end-4 max-sm:row-start-2 max-sm:justify-self-end max-sm:border-0 max-sm:p-0",
                )}
              >
                <Sharing row={row} />
              </td>
              <td className={classNames(cell, "max-sm:col-start-3 max-sm:row-start-1 max-sm:border-0 max-sm:p-0")}>
                <span className="flex justify-end">
                  {!row.archived_at && may("documents", "send") && (
                    <IconButton
                      name="link"
                      size="compact"
                      label={`Share ${row.title}`}
                      className="max-sm:hidden"
                      onClick={() => act.onShare(row)}
                    />
                  )}
                  <IconButton
                    name="download"
                    size="compact"
                    label={`Download ${row.title}`}
                    className="max-sm:hidden"
                    onClick={() => void openVersion({ id: row.version_id, fileName: row.file_name })}
                  />
                  <Menu
                    label={`More for ${row.title}`}
                    actions={actionsOf(row, act)}
                    className="inline-grid size-8 place-items-center rounded-2 hover:bg-shade max-sm:size-9"
                  />
                </span>
              </td>
            </tr>
            {opened.has(row.id) && (
              <tr className="max-sm:block">
                <td colSpan={7} className="border-b border-line bg-sunken p-0 max-sm:block">
                  {!row.read_only && (
                    <div className="px-4 pt-3">
                      <TagChips isFixed={!may("documents", "edit")} kind="documents" id={row.id} names={row.tags} />
                    </div>
                  )}
                  <VersionList row={row} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
