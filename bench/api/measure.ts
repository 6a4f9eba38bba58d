// Runs in its own process, so that its processor time is not the server's: takes orders over IPC.
import type { Pool } from "pg";
import type { Catalog } from "#server/supabase/rest/catalog/catalog-types.ts";
import { serveBarely } from "./bare.ts";
import { direct, directPool, readCatalog, type DirectOptions } from "./direct.ts";
import { load, type LoadOptions, type Measured } from "./load.ts";
import { homePage, passwordGrant, scenarios, type Scenario } from "./scenarios.ts";

export type Order =
  | { kind: "http"; scenario: string; options: LoadOptions; login?: { email: string; password: string } }
  | { kind: "direct"; scenario: string; options: DirectOptions }
  | { kind: "serve barely"; scenario: string; options: DirectOptions; port: number }
  | { kind: "serve no more" }
  | { kind: "end" };

let pool: Pool | null = null;
let catalog: Catalog | null = null;
let stopServing: (() => void) | null = null;

function find(order: Extract<Order, { scenario: string }>): Scenario {
  if (order.scenario === homePage.name) return homePage;
  if (order.kind === "http" && order.login) return passwordGrant(order.login.email, order.login.password);
  const scenario = scenarios.find(({ name }) => name === order.scenario);
  if (!scenario) throw new Error(`no scenario ${order.scenario}`);
  return scenario;
}

async function carryOut(order: Order): Promise<Measured | null> {
  if (order.kind === "http") return load(find(order), order.options);
  if (order.kind === "direct") {
    pool ??= directPool(order.options);
    catalog ??= await readCatalog(order.options);
    return direct(pool, catalog, find(order), order.options);
  }
  if (order.kind === "serve barely") {
    stopServing = await serveBarely(find(order), order.options, order.port);
    return null;
  }
  stopServing?.();
  stopServing = null;
  if (order.kind === "serve no more") return null;
  await pool?.end();
  process.disconnect();
  return null;
}

process.on("message", (order: Order) => {
  carryOut(order).then(
    (measured) => process.connected && process.send?.(measured),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
