// A filter as one request: conditions on the record's own columns are asked directly, those on related records by embedding these. What
// cannot be asked (a field that is gone, a value that is none) is handed back, to be shown: nothing is left out in silence.
import type { Entity } from "#domain/entity.ts";
import { type Condition, type Filter, isComplete, isGroup } from "#domain/filter.ts";
import { conditionLogic } from "./condition-logic.ts";
import { type FieldPath, findField } from "./field-path.ts";

export interface CompiledFilter {
  /** What the read selects besides, such as "f1:accounts!account_id!inner()". */
  embeds: string[];
  /** Conditions of the `or` parameter, each at the embedded table that it is about. */
  conditions: { at: string | null; logic: string }[];
  /** The facts of the records themselves are asked for. */
  asksFacts: boolean;
  dropped: { condition: Condition; why: "no such field" | "no such value" }[];
}

interface Embed {
  alias: string;
  target: string;
  inner: boolean;
  children: Embed[];
}

const written = ({ alias, target, inner, children }: Embed): string =>
  `${alias}:${target}${inner ? "!inner" : ""}(${children.map(written).join(",")})`;

class FilterCompiler {
  readonly embeds: Embed[] = [];
  readonly conditions: CompiledFilter["conditions"] = [];
  readonly dropped: CompiledFilter["dropped"] = [];
  asksFacts = false;
  #count = 0;
  readonly #entity: Entity;
  readonly #now: Date;

  constructor(entity: Entity, now: Date) {
    this.#entity = entity;
    this.#now = now;
  }

  /** Every one of these must hold. Conditions by the same relation are about the same record there. */
  all(parts: Filter["parts"]) {
    const shared = new Map<string, Embed[]>();
    for (const part of parts) {
      if (isGroup(part)) {
        const members = part.conditions.flatMap((condition) => this.#member(condition, new Map()) ?? []);
        if (members.length > 0) this.conditions.push({ at: null, logic: members.join(",") });
      } else {
        const found = this.#find(part);
        if (!found) continue;
        const at = this.#required(found.path, shared);
        this.conditions.push({ at, logic: found.logic });
      }
    }
  }

  /** One of these must hold; a group holds when all of its conditions do. */
  any(parts: Filter["parts"]) {
    const members = parts.flatMap((part) => {
      if (!isGroup(part)) return this.#member(part, new Map()) ?? [];
      const shared = new Map<string, Embed[]>();
      const every = [...new Set(part.conditions.flatMap((condition) => this.#member(condition, shared) ?? []))];
      return every.length === 0 ? [] : every.length === 1 ? every : [`and(${every.join(",")})`];
    });
    if (members.length > 0) this.conditions.push({ at: null, logic: members.join(",") });
  }

  #find(condition: Condition): { path: FieldPath; logic: string } | null {
    // One that is still being written is not asked yet.
    if (!isComplete(condition)) return null;
    const path = findField(this.#entity, condition.field);
    const logic = path && conditionLogic(path.name, path.field, condition, this.#now);
    if (path && logic !== null && logic !== undefined && logic !== "") return { path, logic };
    this.dropped.push({ condition, why: path ? "no such value" : "no such field" });
    return null;
  }

  /** The tables on the way to a field. */
  #targets({ relations, field, entity }: FieldPath): string[] {
    const way = relations.map(({ target }) => target);
    return field.computed === "facts" && entity.facts ? [...way, entity.facts] : way;
  }

  #embed(targets: readonly string[], inner: boolean): Embed[] {
    const chain = targets.map((target, place): Embed => ({
      alias: `f${++this.#count}`,
      target,
      inner: inner || place > 0,
      children: [],
    }));
    chain.forEach((embed, place) => chain[place - 1]?.children.push(embed));
    if (chain[0]) this.embeds.push(chain[0]);
    return chain;
  }

  #chain(targets: readonly string[], inner: boolean, shared: Map<string, Embed[]>): Embed[] {
    const key = targets.join(" ");
    const chain = shared.get(key) ?? this.#embed(targets, inner);
    shared.set(key, chain);
    return chain;
  }

  /** Where a condition that must hold is asked; null for the record itself. */
  #required(path: FieldPath, shared: Map<string, Embed[]>): string | null {
    const targets = this.#targets(path);
    if (targets.length === 0) return null;
    if (path.relations.length === 0) {
      // The list embeds them by itself.
      this.asksFacts = true;
      return targets[0]!;
    }
    return this.#chain(targets, true, shared)
      .map(({ alias }) => alias)
      .join(".");
  }

  /** A condition that may hold, as a member of an or: of a related record, that there is one for which it does. */
  #member(condition: Condition, shared: Map<string, Embed[]>): string | null {
    const found = this.#find(condition);
    if (!found) return null;
    const targets = this.#targets(found.path);
    if (targets.length === 0) return found.logic;
    const chain = this.#chain(targets, false, shared);
    this.conditions.push({ at: chain.map(({ alias }) => alias).join("."), logic: found.logic });
    return `${chain[0]!.alias}.not.is.null`;
  }

  result(): CompiledFilter {
    const { conditions, asksFacts, dropped } = this;
    return { embeds: this.embeds.map(written), conditions, asksFacts, dropped };
  }
}

export function compileFilter(entity: Entity, filter: Filter, now: Date): CompiledFilter {
  const compiler = new FilterCompiler(entity, now);
  if (filter.match === "any") compiler.any(filter.parts);
  else compiler.all(filter.parts);
  return compiler.result();
}
