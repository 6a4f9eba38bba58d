// Hears `notify pgrst, 'reload schema'` as PostgREST does, on a connection of its own that comes back after an outage.
import { Client } from "pg";
import type { Sql } from "#server/platform/database/sql.ts";

export interface SchemaListener {
  close(): Promise<void>;
}

const retryMs = 1000;

/** `changed` is also called when listening starts again, because what was said meanwhile was not heard. */
export async function listenForSchemaChanges(sql: Sql, changed: () => void): Promise<SchemaListener> {
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Client | null = null;

  async function listen(): Promise<void> {
    const client = new Client({ ...sql.options, keepAlive: true, connectionTimeoutMillis: 10_000 });
    current = client;
    client.on("error", () => {}); // Its end follows, and that is what counts.
    client.once("end", again);
    client.on("notification", ({ channel, payload = "" }) => {
      if (channel === "pgrst" && ["", "reload schema", "reload config"].includes(payload)) changed();
    });
    await client.connect();
    await client.query("listen pgrst");
  }
  function again(): void {
    clearTimeout(timer);
    if (!isClosing) timer = setTimeout(() => void listen().then(changed, again), retryMs).unref();
  }

  await listen();
  return {
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await current?.end();
    },
  };
}
