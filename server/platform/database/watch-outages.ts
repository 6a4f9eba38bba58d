// Says in the log when the database stops answering and when it is back. Requests are answered with 503 in between; connections
// come back by themselves.
import type { Log } from "#server/http/log.ts";
import type { Database } from "./database.ts";

const lookEvery = 2000;

export function watchOutages(
  { answers }: Pick<Database, "answers">,
  log: Pick<Log, "error" | "info">,
  everyMs = lookEvery,
): { stop(): void } {
  let awaySince: number | null = null;
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    const there = await answers();
    looking = false;
    if (there && awaySince !== null) {
      log.info({ seconds: Math.round((performance.now() - awaySince) / 1000) }, "the database answers again");
      awaySince = null;
    } else if (!there && awaySince === null) {
      log.error("the database does not answer; asking until it does");
      awaySince = performance.now();
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
