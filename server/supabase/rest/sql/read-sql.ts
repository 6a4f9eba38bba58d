// One select for the whole tree: each embedded resource is a lateral join that answers JSON.
import { isToOne, type Relation } from "../catalog/catalog-types.ts";
import type { Embed, PlannedColumn, PlannedLogic, ReadNode } from "../plan/plan-types.ts";
import { expandStar, hasAggregate } from "../plan/read-plan.ts";
import { embedAlias, fieldSql, logicSql, orderColumn, orderSql, type Alias } from "./filter-sql.ts";
import { quote, quoteName, type Values } from "./names.ts";

/** Where the rows of the root come from, e.g. `"public"."contacts" as "t0"`. */
export interface From {
  sql: string;
  alias: Alias;
  /** Of rows that a function answers: their type. */
  type?: string | null;
  /** Of a table: the columns that tell its rows apart. */
  key?: readonly string[];
}

export const tableAlias = (name: string): Alias => ({ name, row: quote(name) });

export function fromTable({ schema, name, isView, primaryKey }: Relation): From {
  return { sql: `${quoteName(schema, name)} as "t0"`, alias: tableAlias("t0"), key: isView ? [] : primaryKey };
}

interface Item {
  sql: string;
  as: string;
  grouped: boolean;
}

export function selectSql(node: ReadNode, from: From, values: Values): string {
  const body = new SelectWriter(node, from, values);
  return body.cutsFirst() ? body.writeCutFirst() : body.write(body.list());
}

/** The rows that would come without limit and offset. */
export function countSql(node: ReadNode, from: From, values: Values): string {
  return new SelectWriter({ ...bare(node), order: [], limit: null, offset: 0 }, from, values, "found").write(["1"]);
}

/** Without what it shows. */
const bare = (node: ReadNode): ReadNode => ({ ...node, star: false, columns: [] });

class SelectWriter {
  readonly #node: ReadNode;
  readonly #from: From;
  readonly #values: Values;
  readonly #purpose: "shown" | "found";
  readonly #joined: readonly Embed[];
  #grouped: boolean;

  /** `found` asks which rows there are and in what order: related ones are looked for, and joined only where they give the order. */
  constructor(node: ReadNode, from: From, values: Values, purpose: "shown" | "found" = "shown") {
    this.#node = node;
    this.#from = from;
    this.#values = values;
    this.#grouped = purpose === "shown" && hasAggregate(node);
    this.#purpose = purpose;
    this.#joined = purpose === "shown" ? node.embeds : node.embeds.filter((embed) => this.#orders(embed));
  }

  /** What is selected under the names the client asked for. */
  list(): string[] {
    const items = this.items().map(({ sql, as }) => `${sql} as ${quote(as)}`);
    return this.#node.star ? [`${quote(this.#from.alias.name)}.*`, ...items] : items;
  }

  items(): Item[] {
    const items = this.#node.columns.map((column) => this.#column(column, this.#grouped));
    for (const embed of this.#node.embeds) items.push(...this.#embedItems(embed));
    return items;
  }

  /** For a spread level: aggregates are computed by the parent, over the joined rows. */
  plainItems(): Item[] {
    this.#grouped = false;
    const items = this.#node.columns.map((column) => {
      const item = this.#column(column, false);
      return item.sql === "*" ? { ...item, sql: "1" } : item;
    });
    for (const embed of this.#node.embeds) items.push(...this.#embedItems(embed, false));
    return items;
  }

  write(list: readonly string[], extra = ""): string {
    const { where, order, limit, offset, embeds } = this.#node;
    const joins = this.#joined.map((embed) => this.#join(embed)).join("");
    const conditions = where.map((logic) =>
      logicSql(logic, this.#from.alias, this.#values, (embed) => this.#isThere(embed)),
    );
    for (const embed of embeds) if (embed.inner && !this.#joined.includes(embed)) conditions.push(this.#isThere(embed));
    if (extra !== "") conditions.push(extra);
    const grouping = this.#grouped
      ? this.items()
          .filter(({ grouped }) => grouped)
          .map(({ sql }) => sql)
      : [];
    return (
      `select ${list.join(", ")} from ${this.#from.sql}${joins}` +
      (conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`) +
      (grouping.length === 0 ? "" : ` group by ${grouping.join(", ")}`) +
      orderSql(order, this.#from.alias, this.#values) +
      // The limit is part of the text so that plans fit it; the offset is not, or every page would be a new statement.
      (limit === null ? "" : ` limit ${Math.trunc(limit)}`) +
      (offset === 0 ? "" : ` offset ${this.#values.add(String(offset))}::bigint`)
    );
  }

  /** Whether the page is found first, and everything else joined to its rows alone, not to all that would be thrown away again. */
  cutsFirst(): boolean {
    const { limit, embeds, order } = this.#node;
    const { type, key = [] } = this.#from;
    if (limit === null || embeds.length === 0 || this.#grouped) return false;
    return !!type || (key.length > 0 && order.length > 0);
  }

  writeCutFirst(): string {
    const { sql, alias, type, key = [] } = this.#from;
    const own = quote(alias.name);
    const page = new SelectWriter(this.#node, this.#from, this.#values, "found");
    const from: From = type
      ? { sql: `(${page.write([`${own}.*`])}) as ${own}`, alias: { name: alias.name, row: `row(${own}.*)::${type}` } }
      : {
          sql: `(${page.write(key.map((name) => `${own}.${quote(name)}`))}) as "page" join ${sql} on ${key
            .map((name) => `"page".${quote(name)} = ${own}.${quote(name)}`)
            .join(" and ")}`,
          alias,
        };
    const embeds = this.#node.embeds.filter((embed) => this.#orders(embed) || !isHidden(embed.node));
    const rest = { ...this.#node, embeds, where: [], limit: null, offset: 0 };
    const shown = new SelectWriter(rest, from, this.#values);
    return shown.write(shown.list());
  }

  #column({ field, cast, aggregate, as }: PlannedColumn, aggregated: boolean): Item {
    let sql = field === null ? "*" : fieldSql(field, this.#from.alias, this.#values);
    if (cast !== null) sql = `cast(${sql} as ${cast})`;
    if (aggregate !== null && aggregated) {
      sql = `${aggregate.name}(${sql})`;
      if (aggregate.cast !== null) sql = `cast(${sql} as ${aggregate.cast})`;
    }
    return { sql, as, grouped: aggregate === null };
  }

  /** What an embedded resource adds to this level's columns. */
  #embedItems(embed: Embed, aggregated = true): Item[] {
    const alias = quote(embedAlias(embed.id));
    const toOne = isToOne(embed.relationship.cardinality);
    if (embed.spread) {
      const lifted = liftedColumns(embed.node);
      return lifted.map(({ as, aggregate }, index) => {
        const sql = `${alias}.${quote(`c${index}`)}`;
        if (!toOne) return { sql: `coalesce(${sql}, '[]')`, as, grouped: true };
        if (aggregate === null || !aggregated) return { sql, as, grouped: true };
        const total = `${aggregate.name}(${sql})`;
        return { sql: aggregate.cast === null ? total : `cast(${total} as ${aggregate.cast})`, as, grouped: false };
      });
    }
    if (isHidden(embed.node)) return [];
    const json = toOne && !this.#needsMarkers(embed) ? `row_to_json(${alias}.*)` : `${alias}."json"`;
    const shown = toOne ? json : `coalesce(${json}, '[]')`;
    // json has no equality, which grouping needs.
    return [{ sql: this.#grouped ? `${shown}::jsonb` : shown, as: embed.name, grouped: true }];
  }

  #orders(embed: Embed): boolean {
    return this.#node.order.some((term) => term.embed === embed);
  }

  /** Whether something at this level asks if the resource was found, or orders by it. */
  #needsMarkers(embed: Embed): boolean {
    const asks = (logic: PlannedLogic): boolean =>
      logic.kind === "group" ? logic.members.some(asks) : logic.kind === "embed-is-null" && logic.embed === embed;
    return this.#node.where.some(asks) || this.#orders(embed);
  }

  #isThere(embed: Embed): string {
    const marker = isToOne(embed.relationship.cardinality) ? "found" : "json";
    if (this.#joined.includes(embed)) return `${quote(embedAlias(embed.id))}.${quote(marker)} is not null`;
    const { from, condition } = this.#related(embed);
    // An aggregate answers a row also where there is none to aggregate.
    const isCounted = hasAggregate(embed.node);
    const node = isCounted ? embed.node : { ...bare(embed.node), order: [] };
    const rows = new SelectWriter(node, from, this.#values, isCounted ? "shown" : "found");
    return `exists (${rows.write(isCounted ? rows.list() : ["1"], condition)})`;
  }

  #markers(embed: Embed, inner: From): string[] {
    if (!this.#needsMarkers(embed)) return [];
    const names = new Set(
      this.#node.order.flatMap((term) =>
        term.embed === embed && term.field.column.kind === "column" ? [term.field.column.name] : [],
      ),
    );
    const columns = [...names].map(
      (name) => `${quote(inner.alias.name)}.${quote(name)} as ${quote(orderColumn(name))}`,
    );
    return [`true as "found"`, ...columns];
  }

  #join(embed: Embed): string {
    const alias = quote(embedAlias(embed.id));
    const toOne = isToOne(embed.relationship.cardinality);
    const { from, condition } = this.#related(embed);
    const kind = embed.inner ? "join" : "left join";
    const markers = this.#markers(embed, from);
    if (this.#purpose === "found") {
      const rows = new SelectWriter({ ...bare(embed.node), order: [] }, from, this.#values, "found");
      return ` ${kind} lateral (${rows.write(markers, condition)}) as ${alias} on true`;
    }
    const writer = new SelectWriter(embed.node, from, this.#values);
    const rows = (list: readonly string[]) => writer.write(list.length === 0 ? ["1"] : list, condition);
    let query: string;
    if (embed.spread) {
      const lifted = liftedItems(embed.node, writer);
      const list = lifted.map(({ sql }, index) => `${sql} as ${quote(`c${index}`)}`);
      const names = lifted.map((_, index) => `json_agg(r.${quote(`c${index}`)}) as ${quote(`c${index}`)}`);
      query = toOne
        ? rows([...list, ...markers])
        : `select ${[...names, `json_agg(1) as "json"`].join(", ")} from (${rows(list)}) r`;
    } else if (!toOne) query = `select json_agg(r) as "json" from (${rows(writer.list())}) r`;
    else if (markers.length === 0) query = rows(writer.list());
    else {
      const list = writer.list();
      const shown = list.length === 0 ? "select" : `select ${list.join(", ")}`;
      query = rows([`(select row_to_json(r) from (${shown}) r) as "json"`, ...markers]);
    }
    const on = embed.inner && !toOne ? `${alias}."json" is not null` : "true";
    return ` ${kind} lateral (${query}) as ${alias} on ${on}`;
  }

  #related(embed: Embed): { from: From; condition: string } {
    const { to, cardinality } = embed.relationship;
    const name = `t${embed.id}`;
    const alias = tableAlias(name);
    const own = quote(this.#from.alias.name);
    const table = `${quoteName(to.schema, to.name)} as ${quote(name)}`;
    if (cardinality.kind === "computed") {
      const { schema, name: routine } = cardinality.routine;
      const call = `${quoteName(schema, routine)}(${this.#from.alias.row})`;
      return { from: { sql: `${call} as ${quote(name)}`, alias }, condition: "" };
    }
    if (cardinality.kind === "many-to-many") {
      const { relation, here, there } = cardinality.junction;
      const junction = quote(`j${embed.id}`);
      const condition = [
        ...here.map((pair) => `${junction}.${quote(pair.there)} = ${own}.${quote(pair.here)}`),
        ...there.map((pair) => `${junction}.${quote(pair.here)} = ${quote(name)}.${quote(pair.there)}`),
      ].join(" and ");
      const junctionTable = `${quoteName(relation.schema, relation.name)} as ${junction}`;
      return { from: { sql: `${table} cross join ${junctionTable}`, alias }, condition };
    }
    const condition = cardinality.columns
      .map(({ here, there }) => `${quote(name)}.${quote(there)} = ${own}.${quote(here)}`)
      .join(" and ");
    return { from: { sql: table, alias }, condition };
  }
}

/** `accounts()` joins and filters but shows nothing. */
const isHidden = (node: ReadNode): boolean =>
  !node.star && node.columns.length === 0 && node.embeds.every((embed) => isHidden(embed.node));

interface Lifted {
  as: string;
  aggregate: PlannedColumn["aggregate"];
}

/** What a spread resource hands to its parent, in the order of `liftedItems`. */
function liftedColumns(node: ReadNode): Lifted[] {
  expandStar(node);
  const own = node.columns.map(({ as, aggregate }) => ({ as, aggregate }));
  return [...own, ...node.embeds.flatMap(liftedFromEmbed)];
}

function liftedFromEmbed(embed: Embed): Lifted[] {
  if (!embed.spread) return isHidden(embed.node) ? [] : [{ as: embed.name, aggregate: null }];
  const toOne = isToOne(embed.relationship.cardinality);
  return liftedColumns(embed.node).map(({ as, aggregate }) => ({ as, aggregate: toOne ? aggregate : null }));
}

/** The same columns as SQL, aggregates left to the parent. */
function liftedItems(node: ReadNode, writer: SelectWriter): Item[] {
  expandStar(node);
  return writer.plainItems();
}
