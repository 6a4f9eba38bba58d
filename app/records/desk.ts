// What the kit must be told of its surroundings: who works here, and what the modules bring.
import { type ComponentType, createContext, use } from "react";
import type { Entity } from "#domain/entity.ts";
import type { KitRecord } from "./entity.ts";

export interface Panel {
  key: string;
  place: "main" | "side" | "actions";
  Part: ComponentType<{ record: KitRecord }>;
}

export interface Desk {
  /** Half-filled forms are kept per person. */
  userId: string;
  /** Every kind of record there is, for the words of records that go along when another is deleted. */
  entities: readonly Entity[];
  /** What modules show on the pages of a table's records. */
  panelsOf: (table: string) => readonly Panel[];
}

const DeskContext = createContext<Desk>({ userId: "", entities: [], panelsOf: () => [] });
export const DeskProvider = DeskContext.Provider;
export const useDesk = () => use(DeskContext);
