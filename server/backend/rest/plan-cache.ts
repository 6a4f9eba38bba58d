// Lists and pages are asked the same way again and again: what was read and planned once is kept, per catalog.
import type { ReadPlan } from "./answer-read.ts";
import type { Catalog } from "./catalog/catalog-types.ts";
import type { RestRequest } from "./rest-request.ts";

export interface PlanCache {
  find(request: RestRequest, make: () => ReadPlan): ReadPlan;
}

const mostPlans = 500;
const longestKey = 4000;
/** Every header a plan depends on. */
const headers = ["accept", "prefer", "range"];

export function createPlanCache(): PlanCache {
  const byCatalog = new WeakMap<Catalog, Map<string, ReadPlan>>();
  return {
    find(request, make) {
      const key = keyOf(request);
      if (key.length > longestKey) return make();
      let plans = byCatalog.get(request.catalog);
      if (!plans) byCatalog.set(request.catalog, (plans = new Map()));
      const known = plans.get(key);
      if (known) return known;
      const made = make();
      // The oldest goes; one that is still asked for comes back at the price of planning it once.
      if (plans.size >= mostPlans) plans.delete(plans.keys().next().value ?? "");
      plans.set(key, made);
      return made;
    },
  };
}

function keyOf({ method, schema, path, search, headers: sent }: RestRequest): string {
  return [method, schema, path, search, ...headers.map((name) => sent.get(name) ?? "")].join("\n");
}
