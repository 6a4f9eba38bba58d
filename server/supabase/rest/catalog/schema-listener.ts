// Hears `notify pgrst, 'reload schema'` as PostgREST does. The driver's own listen() is not used: when PostgreSQL is away
// for longer than one try, it stops listening and leaves a rejection behind that nobody can catch (postgres 3.4.9).
import postgres, { type Sql } from "postgres";

export interface SchemaListener {
  close(): Promise<void>;
}

const retryMs = 1000;

/** `changed` is also called when listening starts again, because what was said meanwhile was not heard. */
export async function listenForSchemaChanges(sql: Sql, changed: () => void): Promise<SchemaListener> {
  let closing = false;
  let timer: NodeJS.Timeout | undefined;
  const connection = postgres({
    ...sql.options,
    max: 1,
    idle_timeout: null,
    max_lifetime: null,
    fetch_types: false,
    onnotify(channel: string, payload: string) {
      if (channel === "pgrst" && ["", "reload schema", "reload config"].includes(payload)) changed();
    },
    onclose: () => later(),
  } as never) as Sql;

  function later(): void {
    clearTimeout(timer);
    if (!closing) timer = setTimeout(again, retryMs).unref();
  }
  function again(): void {
    if (!closing) connection.unsafe("listen pgrst").then(changed, later);
  }

  await connection.unsafe("listen pgrst");
  return {
    close() {
      closing = true;
      clearTimeout(timer);
      return connection.end({ timeout: 1 });
    },
  };
}
