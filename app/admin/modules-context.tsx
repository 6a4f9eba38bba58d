// Around the pages and the dialogs of the back office: tells the records kit who works here and what the modules bring.
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, useMemo } from "react";
import { capitalised, entriesOf, type Tag } from "#domain/entity.ts";
import type { EntryWords, Module } from "#domain/module.ts";
import { useSession } from "#app/auth/session.tsx";
import {
  type Action,
  type RecordsContext,
  RecordsProvider,
  type Panel,
  type SelectionAction,
} from "#app/records/records-context.ts";
import { setKnownEntities } from "#app/records/known-entities.ts";
import { type OwnField, ownFieldsQuery, tagsQuery, withOwnFields } from "#app/records/own-fields.ts";
import { IconTips } from "#app/ui/compact/icon-tips.tsx";
import { allAreas } from "#modules/registry.ts";
import { allModules, isAllowed, isLive } from "./areas.ts";
import { useLiveModules } from "./live-modules.ts";

/** Once per panel: a part that is loaded again at each look would be redrawn each time. */
const panels = allModules
  .flatMap((module) =>
    (module.panels ?? []).map(({ of, place, name, load, last = false }, index) => {
      const panel: Panel = { key: `${module.key} ${index}`, place, name, Part: lazy(load) };
      return { module, of, panel, last };
    }),
  )
  .toSorted((a, b) => Number(a.last) - Number(b.last));

const replyComposers = allModules.flatMap((module) =>
  module.replyComposer ? [{ module, Part: lazy(module.replyComposer) }] : [],
);

const actions = allModules.flatMap((module) =>
  (module.recordActions ?? []).map(({ load, ...action }, index) => {
    const made: Action = { ...action, key: `${module.key} ${index}`, Part: lazy(load) };
    return { module, action: made };
  }),
);

const listActions = allModules.flatMap((module) =>
  (module.listActions ?? []).map(({ load, ...action }, index) => {
    const made: SelectionAction = { ...action, key: `${module.key} ${index}`, Part: lazy(load) };
    return { module, action: made };
  }),
);

/** A record's own field labels are what its timeline calls them. */
const ownWords = ({ entity, icon, entries }: Module): Record<string, EntryWords> => ({
  ...(entity && {
    [entity.one]: {
      name: capitalised(entity.one),
      icon,
      page: entity.page,
      fields: Object.fromEntries(entriesOf(entity.fields).map(([name, { label }]) => [name, label])),
    },
  }),
  ...entries,
});
// Also of modules that are off: what happened while they were on stays.
const words: Record<string, EntryWords> = Object.assign({}, ...allModules.map(ownWords));

/** With the labels of own fields, those that were deleted too. */
function wordsWith(own: readonly OwnField[], recordType: string): EntryWords | undefined {
  const told = words[recordType];
  const added = own.filter(({ entity }) =>
    allModules.some((module) => module.entity?.table === entity && module.entity.one === recordType),
  );
  if (!told?.fields || added.length === 0) return told;
  return {
    ...told,
    fields: { ...told.fields, ...Object.fromEntries(added.map(({ column_name, label }) => [column_name, label])) },
    amounts: Object.fromEntries(
      added.flatMap(({ column_name, currency }) => (currency ? [[column_name, currency]] : [])),
    ),
  };
}

const copyWords = allModules.flatMap(({ copied }) => copied ?? []);
const noFields: OwnField[] = [];
const noTags: Tag[] = [];
const entities = allModules.flatMap(({ entity, counted }) => [entity ?? [], counted ?? []].flat());

export function ModulesProvider({
  startQuickAction,
  children,
}: {
  startQuickAction: RecordsContext["startQuickAction"];
  children: ReactNode;
}) {
  const { user } = useSession();
  const live = useLiveModules();
  // Lists and pages of records read them; nothing else waits for them.
  const own = useQuery({ ...ownFieldsQuery, enabled: false }).data ?? noFields;
  const tags = useQuery({ ...tagsQuery, enabled: false }).data ?? noTags;
  // Before anything below is drawn: filters lead from one kind of record to another.
  setKnownEntities(
    allModules.flatMap((module) =>
      module.entity && isLive(module, live) ? [withOwnFields(module.entity, own, tags, entities)] : [],
    ),
    live.size > 0,
  );
  const context = useMemo<RecordsContext>(() => {
    const writer = allModules.find(
      (module) => isLive(module, live) && module.quickActions?.some((action) => action.writesMail && isAllowed(action)),
    );
    const shown = panels.filter(({ module }) => isLive(module, live));
    return {
      userId: user?.id ?? "",
      entities,
      entityOf: (table) => allModules.find(({ entity }) => entity?.table === table)?.entity,
      panelsOf: (table) => shown.filter(({ of }) => of === table).map(({ panel }) => panel),
      actionsOf: (table) =>
        actions
          .filter(({ module, action }) => action.of === table && isLive(module, live) && isAllowed(action))
          .map(({ action }) => action),
      listActionsOf: (table) =>
        listActions
          .filter(({ module, action }) => action.of === table && isLive(module, live) && isAllowed(action))
          .map(({ action }) => action),
      isOn: (key) => allModules.some((module) => module.key === key && isLive(module, live)),
      wordsOf: (recordType) => wordsWith(own, recordType),
      copyWordsOf: (part) => copyWords.find((told) => told.part === part),
      startQuickAction,
      areas: allAreas,
      composeMail: writer ? (at) => startQuickAction(writer.key, at) : null,
      ReplyComposer: replyComposers.find(({ module }) => module === writer)?.Part ?? null,
    };
  }, [user?.id, live, startQuickAction, own]);
  return (
    <RecordsProvider value={context}>
      {children}
      <IconTips />
    </RecordsProvider>
  );
}
