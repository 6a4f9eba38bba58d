// Every kind of record whose module is on, for filters that lead from one kind to another. The shell says which before it shows a page.
import type { Entity } from "#domain/entity.ts";

let known: readonly Entity[] = [];
let factsAreKept = false;

export function setKnownEntities(entities: readonly Entity[], facts: boolean) {
  known = entities;
  factsAreKept = facts;
}
export const knownEntities = () => known;

/** Whether anything fills last contacts, open values and next steps. */
export const hasFacts = () => factsAreKept;
