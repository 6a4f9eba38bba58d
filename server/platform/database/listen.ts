// Hears `notify` on its own connection that comes back after an outage.
import { Client } from "pg";
import type { Sql } from "./sql.ts";

export interface Listener {
  close(): Promise<void>;
}

const retryMs = 1000;

/** `again` is called whenever listening starts again: what was said in the meantime was not heard. */
export async function listen(
  sql: Sql,
  channel: string,
  heard: (payload: string) => void,
  again: () => void,
): Promise<Listener> {
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Client | null = null;

  async function connect(): Promise<void> {
    const client = new Client({ ...sql.options, keepAlive: true, connectionTimeoutMillis: 10_000 });
    current = client;
    client.on("error", () => {}); // Its end follows, and that is what counts.
    client.once("end", reconnect);
    client.on("notification", ({ payload = "" }) => heard(payload));
    await client.connect();
    await client.query(`listen "${channel}"`);
  }
  function reconnect(): void {
    clearTimeout(timer);
    if (!isClosing) timer = setTimeout(() => void connect().then(again, reconnect), retryMs).unref();
  }

  await connect();
  return {
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await current?.end();
    },
  };
}
