// The gate's first questions for what is no message: pages at a payment provider, which a visitor waits for.
import type { Sql } from "../database/sql.ts";

/** `publishing` is AUTO_PUBLISH of this server, null where that is not set. Why nothing may leave at this moment: the safe mode, or someone paused it. Null when the gate is open. */
export async function gateClosed(sql: Sql, publishing: boolean | null): Promise<"safe" | "paused" | null> {
  const [closed] = await sql<{ state: string | null }[]>`select state from private.gate_closed(${publishing})`;
  return closed?.state ? (closed.state === "held" ? "safe" : "paused") : null;
}
