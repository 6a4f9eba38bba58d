// Lists and pages are asked the same way again and again: what was read and planned once is kept, per catalog.
import type { ReadPlan } from "./answer-read.ts";
import type { Catalog } from "./catalog/catalog-types.ts";
import type { RestRequest } from "./rest-request.ts";

export interface PlanCache {
  /** `shape` is everything of the query string that the plan depends on. */
  find(request: RestRequest, shape: string, make: () => ReadPlan): ReadPlan;
}

const maxPlans = 500;
const maxKeyLength = 4000;
/** Every header a plan depends on. */
const headers = ["accept", "prefer", "range"];

export function createPlanCache(): PlanCache {
  const byCatalog = new WeakMap<Catalog, Map<string, ReadPlan>>();
  return {
    find(request, shape, make) {
      const key = keyOf(request, shape);
      if (key.length > maxKeyLength) return make();
      let plans = byCatalog.get(request.catalog);
      if (!plans) byCatalog.set(request.catalog, (plans = new Map()));
      const known = plans.get(key);
      if (known) return known;
      const made = make();
      // The oldest goes; one that is still asked for comes back at the price of planning it once.
      if (plans.size >= maxPlans) plans.delete(plans.keys().next().value ?? "");
      plans.set(key, made);
      return made;
    },
  };
}

function keyOf({ caller, method, schema, path, headers: sent }: RestRequest, shape: string): string {
  let key = `${caller.role}\n${method}\n${schema}\n${path}\n${shape}`;
  for (const name of headers) key += `\n${sent.get(name) ?? ""}`;
  return key;
}
