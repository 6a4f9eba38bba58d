// The kernel's SQL asks private.now() for the time (server/platform/sql/01-clock.sql), which tests can move.
import type { SqlSource } from "./sql-borders.ts";

const kernel = "server/platform/sql/";
const clock = `${kernel}01-clock.sql`;
/** clock_timestamp() is no such reading: it orders rows of one transaction. */
const reading = /(?<![\w.])(?:pg_catalog\.)?now\(\)|\bcurrent_(?:date|time|timestamp)\b|\blocaltime(?:stamp)?\b/gi;

export const clockComplaints = (sources: readonly SqlSource[]): string[] =>
  sources
    .filter(({ path }) => path.startsWith(kernel) && path !== clock)
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          (line.replace(/--.*/, "").match(reading) ?? []).map(
            (read) => `${path}:${index + 1} reads ${read}: ask private.now()`,
          ),
        ),
    );
