// One record on its own page: its head, every field, what other modules show beside it, edit and delete.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { type Entity, entriesOf } from "#domain/entity.ts";
import { site } from "#content/site.ts";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Menu } from "#app/ui/compact/menu.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { type Action, useRecordsContext } from "../records-context.ts";
import { DeleteRecords } from "../dialog/delete-records.tsx";
import { OpenedDialog } from "../dialog/opened-dialog.tsx";
import { type KitRecord, titleOf } from "../entity.ts";
import { FieldValue } from "../field-kinds/field-value.tsx";
import { initialsOf } from "../field-kinds/person.tsx";
import { LoadingRows } from "../list/loading-rows.tsx";
import { useEntity } from "../own-fields.ts";
import { recordQuery } from "../record-data.ts";
import { RecordTags } from "../tags/record-tags.tsx";
import { ArchivedNotice } from "./archived-notice.tsx";
import { DeletedNotice } from "./deleted-notice.tsx";
import { Fact } from "./fact.tsx";
import { NeighborButtons } from "./neighbor-buttons.tsx";
import { useNeighbors } from "./opened-list.ts";
import { OthersHere } from "./others-here.tsx";
import { Details } from "./record-details.tsx";
import { RecordFrame } from "./record-frame.tsx";

/** Where the records of a kind are listed. */
export interface Home {
  /** "CRM". */
  name: string;
  path: string;
}

export function RecordPage({ entity: given, id, home }: { entity: Entity; id: string; home: Home }) {
  const entity = useEntity(given);
  const record = useQuery(recordQuery(entity, id));
  const [params, setParams] = useSearchParams();
  return (
    <>
      {record.isPending ? (
        <Loading home={home} />
      ) : record.data ? (
        <Shown {...{ entity, home }} record={record.data} />
      ) : (
        <section className={panelClass}>
          <EmptyState title={record.isError ? `Failed to load ${entity.many}` : `This ${entity.one} no longer exists`}>
            {record.isError && (
              <>
                <p className="text-muted">{messageOf(record.error)}</p>
                <Button variant="line" size="compact" onClick={() => void record.refetch()}>
                  Try again
                </Button>
              </>
            )}
            {!record.isError && <DeletedNotice entity={entity} id={id} />}
            <Link to={home.path} className="underline">
              All {entity.many}
            </Link>
          </EmptyState>
        </section>
      )}
      {/* Outside of what is shown, so that it outlives a record that someone else deletes in the meantime. */}
      {params.get("dialog") === "edit" && (
        <OpenedDialog
          entity={entity}
          id={id}
          onClose={() => setParams({}, { replace: true, preventScrollReset: true })}
        />
      )}
    </>
  );
}

/** Placeholders for the panels that are still loading. */
function Loading({ home }: { home: Home }) {
  return (
    <>
      <nav aria-label="Breadcrumb" className="text-caption">
        <Link to={home.path} className="text-muted underline decoration-control underline-offset-3 hover:text-ink">
          {home.name}
        </Link>
      </nav>
      <section className={classNames(panelClass, "rounded-br-turn-dialog")}>
        <LoadingRows rows={3} />
      </section>
      <div
        aria-hidden="true"
        className="grid gap-5 *:h-40 max-lg:*:not-first:hidden lg:grid-cols-[17rem_minmax(0,1fr)] lg:max-xl:*:nth-3:hidden xl:grid-cols-[15.5rem_minmax(0,1fr)_18rem]"
      >
        <div className={panelClass} />
        <div className={panelClass} />
        <div className={panelClass} />
      </div>
    </>
  );
}

function Shown({ entity, record, home }: { entity: Entity; record: KitRecord; home: Home }) {
  const [deleting, setDeleting] = useState(false);
  const [acting, setActing] = useState<Action | null>(null);
  const navigate = useNavigate();
  const { panelsOf, actionsOf } = useRecordsContext();
  const panels = panelsOf(entity.table);
  const framed = panels.some(({ place }) => place === "feed");
  const at = (place: (typeof panels)[number]["place"], narrow = false) =>
    panels
      .filter((panel) => panel.place === place)
      .map(({ key, Part }) => <Part key={key} record={record} {...(narrow && { narrow })} />);
  const title = titleOf(entity, record);
  const neighbors = useNeighbors(entity, record.id);
  return (
    <>
      <title>{`${title} | ${site.name} admin`}</title>
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-2 text-caption">
        <Link
          to={neighbors?.address ?? home.path}
          className="shrink-0 text-muted underline decoration-control underline-offset-3 hover:text-ink"
        >
          {home.name.toLowerCase() === entity.many ? home.name : `${home.name}, ${entity.many}`}
        </Link>
        {framed && (
          <>
            <Icon name="chevron" className="size-3.5 -rotate-90 text-muted" />
            <span dir="auto" className="truncate">
              {title}
            </span>
          </>
        )}
        {neighbors && <NeighborButtons neighbors={neighbors} />}
      </nav>
      <ArchivedNotice entity={entity} record={record} />
      <Head
        entity={entity}
        record={record}
        actions={actionsOf(entity.table)}
        onAct={setActing}
        onDelete={() => setDeleting(true)}
        more={<Suspense>{at("facts")}</Suspense>}
        below={<Suspense>{at("head")}</Suspense>}
      >
        <Suspense>{at("actions")}</Suspense>
      </Head>
      {framed ? (
        <RecordFrame
          next={at("next")}
          left={
            <>
              <Details entity={entity} record={record} narrow>
                {at("details")}
              </Details>
              {at("main", true)}
            </>
          }
          feed={panels
            .filter(({ place }) => place === "feed")
            .map(({ key, name = "Timeline", Part }) => ({ key, name, part: <Part key={key} record={record} /> }))}
          side={at("side")}
        />
      ) : (
        <>
          <Suspense>{at("next")}</Suspense>
          <Columns main={at("main")} side={at("side")}>
            <Details entity={entity} record={record} narrow={panels.some(({ place }) => place === "main")}>
              <Suspense>{at("details")}</Suspense>
            </Details>
          </Columns>
        </>
      )}
      <DeleteRecords
        entity={entity}
        doomed={deleting ? { ids: [record.id], name: title } : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate(home.path)}
      />
      <Suspense>{acting && <acting.Part record={record} title={title} onClose={() => setActing(null)} />}</Suspense>
    </>
  );
}

function Columns({
  main,
  side,
  children,
}: {
  main: readonly ReactNode[];
  side: readonly ReactNode[];
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        "grid grid-cols-[minmax(0,1fr)] items-start gap-5",
        main.length > 0 && "lg:grid-cols-[19rem_minmax(0,1fr)]",
        side.length > 0 && "xl:grid-cols-[15.5rem_minmax(0,1fr)_18rem]",
      )}
    >
      {children}
      <Suspense fallback={<LoadingRows rows={3} />}>
        {main.length > 0 && <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">{main}</div>}
        {side.length > 0 && <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">{side}</div>}
      </Suspense>
    </div>
  );
}

function Head({
  entity,
  record,
  actions,
  onAct,
  onDelete,
  more,
  below,
  children,
}: {
  entity: Entity;
  record: KitRecord;
  actions: readonly Action[];
  onAct: (action: Action) => void;
  onDelete: () => void;
  /** Further facts. */
  more: ReactNode;
  below: ReactNode;
  children: ReactNode;
}) {
  const [, setParams] = useSearchParams();
  const title = titleOf(entity, record);
  const facts = entriesOf(entity.fields).filter(([, field]) => field.fact);
  const leads = entriesOf(entity.fields).filter(([name, field]) => field.lead && (record[name] ?? null) !== null);
  return (
    <header className={classNames(panelClass, "grid grid-cols-[minmax(0,1fr)] gap-4 rounded-br-turn-dialog px-5 py-4")}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <span
          aria-hidden="true"
          // A person is a disc, everything else a plate.
          className={classNames(
            "grid size-11 shrink-0 place-items-center font-[650]",
            entity.person ? "rounded-full bg-nil" : "rounded-1 rounded-br-turn-sm border border-line",
          )}
        >
          {initialsOf(title)}
        </span>
        <div className="min-w-0 flex-1 basis-60">
          <h1
            dir="auto"
            title={title}
            className="serif line-clamp-3 text-left text-[1.75rem] leading-[1.15] tracking-[-0.018em] wrap-anywhere"
          >
            {title}
          </h1>
          {leads.length > 0 && (
            <p className="mt-0.5 flex min-w-0 flex-wrap gap-x-3 text-ui text-muted">
              {leads.map((entry) => (
                <span key={entry[0]} dir="auto" className="max-w-full min-w-0 truncate">
                  <FieldValue entry={entry} record={record} />
                </span>
              ))}
            </p>
          )}
          <RecordTags entity={entity} record={record} />
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:min-h-11 *:empty:-mr-2">
          <OthersHere table={entity.table} id={record.id} />
          {children}
          {may(entity.area, "edit") && (
            <Button
              size="compact"
              icon="edit"
              onClick={() => setParams({ dialog: "edit" }, { preventScrollReset: true })}
            >
              Edit
            </Button>
          )}
          <Menu
            label="More actions"
            actions={[
              ...actions.map((action) => ({
                id: action.key,
                label: action.label,
                icon: action.icon as IconName,
                ...(action.danger && { danger: action.danger }),
                onAction: () => onAct(action),
              })),
              ...(may(entity.area, "delete")
                ? [
                    {
                      id: "delete",
                      label: `Delete ${entity.one}`,
                      icon: "trash",
                      danger: true,
                      onAction: onDelete,
                    } as const,
                  ]
                : []),
            ]}
          />
        </div>
      </div>
      {facts.length > 0 && (
        <dl className="flex flex-wrap gap-x-8 gap-y-3 max-sm:gap-x-4">
          {facts.map((entry) => (
            <Fact key={entry[0]} name={entry[1].label} figure={entry[1].kind === "money" && record[entry[0]] !== null}>
              <FieldValue entry={entry} record={record} />
            </Fact>
          ))}
          {more}
        </dl>
      )}
      {below}
    </header>
  );
}
