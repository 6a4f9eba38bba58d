// The one connection of this process that hears `notify live` (server/platform/sql/18-live.sql), and the way to say something on it.
import { z } from "zod";
import { type Log, loggable } from "#server/http/log.ts";
import { listen } from "../database/listen.ts";
import type { Sql } from "../database/sql.ts";

const message = z.object({
  event: z.string(),
  /** For all who may read this area. */
  area: z.string().optional(),
  /** For one person. */
  to: z.string().optional(),
  data: z.unknown(),
});
export type LiveMessage = z.infer<typeof message>;

export interface LiveChannel {
  say(said: LiveMessage): Promise<void>;
  close(): Promise<void>;
}

interface Ears {
  heard(said: LiveMessage): void;
  /** Heard again after an outage: what was said during it is lost. */
  again(): void;
}

export async function openLiveChannel(sql: Sql, log: Log, { heard, again }: Ears): Promise<LiveChannel> {
  const onPayload = (payload: string) => {
    try {
      heard(message.parse(JSON.parse(payload)));
    } catch (error) {
      log.warn({ err: loggable(error) }, "a live message could not be read");
    }
  };
  const listener = await listen(sql, "live", onPayload, again);
  return {
    async say({ event, area, to, data }) {
      await sql`select private.send_live(${event}, ${JSON.stringify(data)}::jsonb, ${area ?? null}, ${to ?? null}::uuid)`;
    },
    close: () => listener.close(),
  };
}
