// What a module tells the rest: plain data, and parts of screens that are loaded when they are shown. Read by the browser, by
// the build (routes) and by the server, so a `module.ts` imports nothing but this folder, content and its own plain files.
import type { ComponentType } from "react";
import type { Entity } from "./entity.ts";
import type { ReplyProps } from "./mail-reply.ts";
import type { AreaRights, Right } from "./rights.ts";
import type { TableName } from "./table-name.ts";

/** A part of a screen, loaded when it is shown: a function that imports the file whose default export it is. */
export type Part<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * `next` is first on the page: what is to be done. `details` adds lines to the details (`Detail` of app/records).
 * `feed` is the middle of the page: what happened, newest first. A page with one takes the frame of three columns. `head` is
 * below the facts in the panel at the top; `facts` is in their row and draws pairs of `dt` and `dd` (`Fact` of app/records).
 */
export type PanelPlace = "main" | "side" | "actions" | "feed" | "head" | "facts" | "next" | "details";

export interface PanelProps {
  record: { id: string };
  /** In a column of 15 rem. */
  narrow?: boolean;
}

export interface RecordAction {
  /** Only for people who may do this. */
  may?: Right;
  of: string;
  label: string;
  icon: string;
  danger?: true;
  load: Part<{ record: { id: string }; title: string; onClose: () => void }>;
}

/** With the records that are selected in a list; what it loads is a dialog. */
export interface ListAction {
  /** Only for people who may do this. */
  may?: Right;
  of: string;
  label: string;
  /** One letter that does it while records are selected. */
  shortcut?: string;
  load: Part<{ ids: readonly string[]; onClose: () => void }>;
}

export interface Area {
  /** Below /admin: "crm". */
  path: string;
  name: string;
  icon: string;
  group: "Clients" | "Outreach" | "Work";
}

/** What changed, by field: from and to; `true` where a long text was edited; a value alone is a fact of what happened. */
export type Changes = Readonly<Record<string, unknown>>;

/** How a timeline tells of a kind of record. */
export interface EntryWords {
  /** "Task". */
  name: string;
  /** "inquiries", where an s would be wrong. */
  many?: string;
  icon: string;
  /** Where its records' pages are, without the id: "/admin/crm/contacts". */
  page?: string;
  /** Labels of its fields: { due_on: "Due" }. */
  fields?: Readonly<Record<string, string>>;
  /** The words of a value that is a code. */
  value?: (field: string, value: string) => string;
  /** Fields that are amounts in minor units, and their currency: { own_budget: "EUR" }. */
  amounts?: Readonly<Record<string, string>>;
  /** "done", where "changed" would say too little. Without one, the entry's own word stands. */
  verb?: (kind: string, changes: Changes) => string | undefined;
}

/** A record that something is begun for. */
export interface RecordAt {
  table: string;
  id: string;
  /** Where it is not the one whose page is open. */
  name?: string;
}

export interface QuickAction {
  /** Only for people who may do this. */
  may?: Right;
  /** "Add a task": in the palette and in the list of keys. */
  name: string;
  icon: string;
  /** One letter, such as "t". */
  key: string;
  /** The key is for the pages of these tables' records only; the palette offers it everywhere. */
  on?: readonly string[];
  /** Mail addresses open it. */
  writesMail?: true;
  /** A dialog. `at` is the record whose page is open, or that it was begun for. */
  load: Part<{ onClose: () => void; at: RecordAt | null }>;
}

/** Figures of the dashboard that come together. */
export interface Figures {
  /**
   * `lead` opens the first strip, `beside` is beside it, `more` has a second strip below. Without a live `lead` there is one
   * strip, and `more` comes first in it.
   */
  place: "lead" | "beside" | "more";
  /** Their names, drawn until they are loaded so that nothing moves. */
  names: readonly string[];
  /** Said in the first strip while the module is off: a true zero, and where the figure will be. */
  whileOff?: { note: string; to: string };
  load: Part<{ small: boolean }>;
}

/** A figure of the dashboard as it is shown, beside the sum of its own list. */
export interface Comparison {
  name: string;
  shown: string;
  listed: string;
}

/** Beside the greeting of the dashboard: "New Deal". */
export interface StartAction {
  /** Only for people who may do this. */
  may?: Right;
  name: string;
  icon: string;
  to: string;
  /** Where it leads while the module is off, if that is elsewhere. */
  whileOff?: string;
}

/** The parts of Settings, in the order in which they are shown. */
/** The group of the specified tabs is first. */
export const settingsGroups = ["System", "You", "Team", "Firm", "Office", "Modules", "Mail", "Money", "Data"] as const;
export type SettingsGroup = (typeof settingsGroups)[number];

interface CountedWords {
  table: TableName;
  one: string;
  many: string;
}

export interface Module {
  key: string;
  name: string;
  /** What it does, in a few words, for anyone who decides whether to switch it on. */
  about?: string;
  /** What has to be there before it can be live: another module, or an outside service that is set up. */
  needs?: readonly ({ module: string } | { integration: string })[];
  /** Modules whose tables and functions its SQL may name, besides its own, the kernel's, companies and contacts (a lint checks it, and that
   *  no two modules name each other). Everything else is reached by hooks. */
  sqlReads?: readonly string[];
  icon: string;
  /** What can be allowed in it, role by role; or the area of another module that its records belong to ("crm"). */
  rights: AreaRights | string;
  /** Its row in the sidebar; or the path of an area that another module has, as whose tab it appears. */
  area?: Area | string;
  /** Always there, or switched on by an administrator in Settings. */
  live: "always" | "switched";
  /** On as well while one of these modules is, because what they do is seen in it. */
  alsoWith?: readonly string[];
  /** While it is off: a row with the word "Soon" and a page "Coming Soon". Without it, it is not there at all. */
  soon?: true;
  /** False while its screens do not exist; then it cannot be switched on. */
  built: boolean;
  /** Its records get a list, pages, dialogs, search and CSV from the kit. */
  entity?: Entity;
  /** Where a record that the search finds is opened, if it has no `entity`: "/admin/proposals/{id}", or with `{title}` its first word. */
  foundAt?: string;
  /** Its screens: a path below /admin and a file in the module's folder. */
  routes?: readonly { path: string; file: string }[];
  /** On the pages of other modules' records (`of` is their table), or of its own. */
  panels?: readonly {
    of: string;
    place: PanelPlace;
    /** Of a `feed`: where a page has several, one is shown at a time, chosen by name. */
    name?: string;
    load: Part<PanelProps>;
    /** Below those of the other modules. */ last?: true;
  }[];
  /** In the menu of a record's page; what it loads is a dialog. */
  recordActions?: readonly RecordAction[];
  /** Beside "Export selected" in the list of a table's records. */
  listActions?: readonly ListAction[];
  /** Its records in timelines, by the record type that its history has. An entity speaks for itself. */
  entries?: Readonly<Record<string, EntryWords>>;
  /** Single keys that its screens know, for the list of shortcuts. */
  keys?: readonly { keys: readonly string[]; does: string }[];
  /** On the dashboard. */
  tiles?: readonly {
    load: Part<object>;
    /** What people see when they arrange their dashboard; a tile without a name always stands where it is. */
    name?: string;
    /**
     * From top to bottom: `todo`, unless said otherwise, waits for somebody, `overview` sums up, `rare` mostly has nothing to show and is last, so
     * that none makes room for nothing.
     */
    place?: "todo" | "overview" | "rare";
    /** The module whose tiles say less of the same, and are not shown beside it. */
    insteadOf?: string;
  }[];
  figures?: readonly Figures[];
  /** What its part of the dashboard's answer counts as late and due today, for the sentence below the greeting. */
  due?: {
    of: (part: never) => { late: number; today: number };
    /** Modules whose late records have a late record here as well: counted once. */
    includes?: readonly string[];
  };
  /** Its figures beside sums of their lists, from its part of the dashboard's answer: System Tests compares them. */
  compareFigures?: () => Promise<{ default: (part: never) => Promise<Comparison[]> }>;
  startActions?: readonly StartAction[];
  /** What the dashboard of an empty firm offers while the module is live: its first record, and the way to it. */
  firstRecord?: { name: string; about: string; action: string; to: string };
  /** In the top bar of every page, while it is live. */
  topBar?: Part<object>;
  /** At the right of its row in the sidebar, such as a count. */
  badge?: Part<object>;
  /** What can be begun on every page: by a single key, and from the command palette. */
  quickActions?: readonly QuickAction[];
  /** Its records in sentences, where it has no `entity` that says them: "2 open tasks are deleted too". */
  counted?: CountedWords | readonly CountedWords[];
  /** What a person reads above a part of the copy of their data: `part` as its SQL names it ('copy of person'). */
  copied?: readonly { part: string; title: string; about: string }[];
  /** Tabs of its own in Settings, while it is live, for people who may edit settings or what `may` says: `?tab=<id>`. `group` is where people look for it; without one it is among the modules. */
  settings?: readonly { id: string; label: string; load: Part<object>; group?: SettingsGroup; may?: Right }[];
  /** The composer of an answer in a thread of mail, drawn where a module shows one. */
  replyComposer?: Part<ReplyProps>;
  /** Below the top bar of every page, whether or not it is live; draws nothing where it has nothing to say. */
  banner?: Part<object>;
  /** Its panels in System Tests, while it is live. */
  systemTests?: readonly { load: Part<object> }[];
  /** What System Tests calls its kinds of background jobs: { outbox: "Mail" }. */
  jobNames?: Readonly<Record<string, string>>;
  /** Has a `server.ts`: routes and jobs. */
  server?: true;
  /** Has a `mails.ts`: the words of mails that its SQL decides on. */
  mails?: true;
}
