// Fields of companies, people and deals that are this firm's own.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countOf, formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { type OwnField, ownFieldsQuery } from "#app/records/own-fields.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { FailedPanel } from "../office/failed-panel.tsx";
import { Panel } from "../panel.tsx";
import { ConvertDialog } from "./convert-dialog.tsx";
import { FieldDialog } from "./field-dialog.tsx";
import { type FieldChange, keptUntil, kindWords, maxFields, useChangeFields, useExtendable } from "./fields-data.ts";

type Opened = { what: "new" } | { what: "edit" | "convert" | "delete"; field: OwnField };

export function Fields() {
  const extendable = useExtendable();
  const [chosen, setChosen] = useState<string | null>(null);
  const words = extendable.find(({ table }) => table === chosen) ?? extendable[0];
  const [opened, setOpened] = useState<Opened | null>(null);
  const all = useQuery(ownFieldsQuery);
  const change = useChangeFields();
  if (!words) return null;
  const ofEntity = (all.data ?? []).filter((field) => field.entity === words?.table);
  const living = ofEntity.filter((field) => field.deleted_at === null);
  const deleted = ofEntity.filter((field) => field.deleted_at !== null);
  const act = (asked: FieldChange, done?: string) =>
    change.mutate(asked, {
      onSuccess: () => {
        setOpened(null);
        if (done) toast({ title: done });
      },
      onError: (error) => toast({ title: "The fields were not changed", text: messageOf(error), tone: "danger" }),
    });
  const move = (from: number, to: number) => {
    const ids = living.map(({ id }) => id);
    const [moved] = ids.splice(from, 1);
    if (!moved || to < 0 || to > ids.length) return;
    act({ act: "order", entity: words.table, ids: ids.toSpliced(to, 0, moved) });
  };
  const close = () => setOpened(null);
  return (
    <Panel
      title="Fields"
      note="What you want to know besides what is there: in forms, lists, filters, files and templates."
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <Segmented
            label="Fields of"
            choices={extendable.map(({ table, name }) => ({ id: table, name }))}
            chosen={words.table}
            onChoose={setChosen}
          />
          {all.data && <span className="text-caption text-muted">{`${living.length} of ${maxFields}`}</span>}
          <Button
            size="compact"
            icon="plus"
            className="ml-auto"
            disabled={!all.data || living.length >= maxFields}
            onClick={() => setOpened({ what: "new" })}
          >
            Add field
          </Button>
        </div>
        {all.isPending && <LoadingRows rows={3} />}
        {all.isError && <FailedPanel what="the fields" query={all} />}
        {all.data && living.length === 0 && (
          <p className="text-muted">No fields of your own yet. A field you add here is asked of every {words.one}.</p>
        )}
        {living.length > 0 && (
          <ol aria-label={`Fields of ${words.many}`} aria-busy={change.isPending}>
            {living.map((field, place) => (
              <li
                key={field.id}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0"
              >
                <Named field={field} />
                <span className="flex items-center gap-0.5">
                  <IconButton
                    name="chevron"
                    size="compact"
                    className="rotate-180"
                    label={`Move ${field.label} up`}
                    disabled={place === 0 || change.isPending}
                    onClick={() => move(place, place - 1)}
                  />
                  <IconButton
                    name="chevron"
                    size="compact"
                    label={`Move ${field.label} down`}
                    disabled={place === living.length - 1 || change.isPending}
                    onClick={() => move(place, place + 1)}
                  />
                  <Menu
                    label={`Actions of ${field.label}`}
                    actions={[
                      { id: "edit", label: "Edit", icon: "edit", onAction: () => setOpened({ what: "edit", field }) },
                      {
                        id: "convert",
                        label: "Change the kind",
                        icon: "sort",
                        onAction: () => setOpened({ what: "convert", field }),
                      },
                      {
                        id: "delete",
                        label: "Delete",
                        icon: "trash",
                        danger: true,
                        onAction: () => setOpened({ what: "delete", field }),
                      },
                    ]}
                  />
                </span>
              </li>
            ))}
          </ol>
        )}
        {deleted.length > 0 && (
          <section aria-label="Deleted fields" className="rounded-1 bg-sunken px-3 py-2.5">
            <h3 className="text-caption font-[640]">Deleted, kept for 30 days</h3>
            <ul>
              {deleted.map((field) => (
                <li key={field.id} className="flex flex-wrap items-center gap-3 py-1.5">
                  <span className="min-w-0 flex-1">
                    {field.label}
                    <span className="ml-2 text-caption text-muted">
                      until {formatMoment(keptUntil(field.deleted_at ?? "").toISOString())}
                    </span>
                  </span>
                  <Button
                    variant="line"
                    size="compact"
                    disabled={change.isPending}
                    onClick={() => act({ act: "restore", field }, `${field.label} is back`)}
                  >
                    Bring back
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {opened?.what === "new" && <FieldDialog words={words} field={null} onClose={close} />}
      {opened?.what === "edit" && <FieldDialog words={words} field={opened.field} onClose={close} />}
      {opened?.what === "convert" && <ConvertDialog field={opened.field} onClose={close} />}
      {opened?.what === "delete" && (
        <FormDialog
          narrow
          title={`Delete ${opened.field.label}?`}
          confirm={change.isPending ? "Deleting..." : "Delete field"}
          danger
          autofocus="keep"
          busy={change.isPending}
          onClose={close}
          onConfirm={() => act({ act: "delete", field: opened.field }, `${opened.field.label} deleted`)}
        >
          <p>
            It goes from forms, lists, filters and files at once. What {words.many} say in it is kept for 30 days; until
            then you can bring it back here.
          </p>
        </FormDialog>
      )}
    </Panel>
  );
}

function Named({ field }: { field: OwnField }) {
  const choices = field.choices.length > 0 && `: ${countOf(field.choices.length, "choice")}`;
  return (
    <span className="min-w-0">
      <span className="flex flex-wrap items-center gap-1.5">
        <span dir="auto" className="font-semibold wrap-anywhere">
          {field.label}
        </span>
        {field.required_from && <Chip tone="dev">Required</Chip>}
        {field.is_listed && <Chip>In lists</Chip>}
        {field.is_searchable && <Chip>Searched</Chip>}
      </span>
      <span className="block text-caption wrap-anywhere text-muted">
        {kindWords[field.kind]}
        {choices}
        {field.section && `, in ${field.section}`}, <code>{field.column_name}</code>
      </span>
    </span>
  );
}
