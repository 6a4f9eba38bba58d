// A read as one statement that sets its own claims and looks at the caller's session, in the same snapshot as the rows.
import { requestSettings } from "../rest-request.ts";
import type { Answer } from "../run-statement.ts";
import { Values } from "./names.ts";
import { answerSql, type Parts, type Statement } from "./statement.ts";

/** Its first values: the settings of the request, then session and user, both empty for a caller without a session. */
export const ownValues = requestSettings.length + 2;

/** Stands in a condition of every row that is read: false until the claims are set, and for a session that has ended. */
export const rowsGate = `"own"."made" is not null and "own"."live"`;

/** Its last columns, after those of every statement: the time spent, and whether the session lives. */
export function readOwn(answer: Answer): { live: boolean; took: number } {
  const text = (at: number) => answer.at(at) ?? "";
  return { live: text(-1) === "t", took: milliseconds(text(-2)) };
}

/** As PostgreSQL writes an interval: 00:00:00.000446. Whatever is longer than a day is not a time a statement takes. */
function milliseconds(interval: string): number {
  const [, hours, minutes, seconds] = /^-?(\d+):(\d+):([\d.]+)$/.exec(interval) ?? [];
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

// As an interval: in PostgreSQL's arithmetic a number of milliseconds costs twice as much.
const took = `clock_timestamp() - statement_timestamp() as "took"`;

export function startSelfContained(): Values {
  const values = new Values();
  for (let index = 0; index < ownValues; index++) values.add("");
  return values;
}

/**
 * The rows depend on the settings through the gate, so PostgreSQL makes them first; were it not to, no row would be
 * seen, because no claims are set otherwise.
 */
export function writeSelfContained(parts: Parts, values: Values): Statement {
  const calls = requestSettings.map((name, index) => `length(set_config('${name}', $${index + 1}, true))`).join(" + ");
  const [session, user] = [`$${ownValues - 1}`, `$${ownValues}`];
  const live = `${session} = '' or server.session_is_live(${session}, ${user})`;
  const own = `(select ${calls} as "made", ${live} as "live") as "own"`;
  const answer = answerSql({ ...parts, more: [took] }, values);
  const text = `select "answer".*, "own"."live" from ${own} cross join lateral (${answer}) as "answer"`;
  return { text, values: values.list };
}
