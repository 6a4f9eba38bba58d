// What the kit must be told of its surroundings: who works here, and what the modules bring.
import { type ComponentType, createContext, use } from "react";
import type { Entity } from "#domain/entity.ts";
import type { EntryWords, ListAction, PanelPlace, RecordAction, RecordAt } from "#domain/module.ts";
import type { ReplyProps } from "#domain/mail-reply.ts";
import type { AreaRights } from "#domain/rights.ts";
import type { KitRecord } from "./entity.ts";

export interface Panel {
  key: string;
  place: PanelPlace;
  /** Of a `feed`. */
  name?: string | undefined;
  Part: ComponentType<{ record: KitRecord; narrow?: boolean }>;
}

export interface Action extends Omit<RecordAction, "load"> {
  key: string;
  Part: ComponentType<{ record: { id: string }; title: string; onClose: () => void }>;
}

export interface SelectionAction extends Omit<ListAction, "load"> {
  key: string;
  Part: ComponentType<{ ids: readonly string[]; onClose: () => void }>;
}

export interface RecordsContext {
  /** Half-filled forms are kept per person. */
  userId: string;
  /** Every kind of record there is, for the words of records that go along when another is deleted. */
  entities: readonly (Pick<Entity, "table" | "one" | "many" | "undoable"> &
    Partial<Pick<Entity, "page" | "ownFields">>)[];
  /** What a table's records are, where a module says so. */
  entityOf: (table: string) => Entity | undefined;
  /** What modules show on the pages of a table's records. */
  panelsOf: (table: string) => readonly Panel[];
  /** What modules add to the menu of a table's records. */
  actionsOf: (table: string) => readonly Action[];
  /** What modules do with the records that are selected in a table's list. */
  listActionsOf: (table: string) => readonly SelectionAction[];
  /** Whether a module is switched on: its panels are there, its tables are filled. */
  isOn: (module: string) => boolean;
  /** How timelines tell of a kind of record ("contact"). */
  wordsOf: (recordType: string) => EntryWords | undefined;
  /** What a part of the copy of a person's data is called, and how it came about, where a module says so. */
  copyWordsOf: (part: string) => { title: string; about: string } | undefined;
  /** Opens the dialog of a module's quick action for a record, such as a task of a deal. */
  startQuickAction: (module: string, at: RecordAt) => void;
  /** What can be allowed, area by area. */
  areas: readonly AreaRights[];
  /** Opens the composer for a record; null while no module writes mail. */
  composeMail: ((at: RecordAt) => void) | null;
  /** The same composer in a thread of mail. */
  ReplyComposer: ComponentType<ReplyProps> | null;
}

const Context = createContext<RecordsContext>({
  userId: "",
  entities: [],
  entityOf: () => undefined,
  panelsOf: () => [],
  actionsOf: () => [],
  listActionsOf: () => [],
  isOn: () => false,
  wordsOf: () => undefined,
  copyWordsOf: () => undefined,
  startQuickAction: () => {},
  areas: [],
  composeMail: null,
  ReplyComposer: null,
});
export const RecordsProvider = Context.Provider;
export const useRecordsContext = () => use(Context);
