// A read as one statement that sets its own claims and looks at the caller's session, in the same snapshot as the rows.
import { requestSettings } from "../rest-request.ts";
import type { Answer } from "../run-statement.ts";
import { Values } from "./names.ts";
import { answerSql, type Parts, type Statement } from "./statement.ts";

/** Its first values: the settings of the request, then session and user, both empty for a caller without a session. */
export const ownValues = requestSettings.length + 2;

/** Stands in a condition of every row that is read: false until the claims are set, and for a session that has ended. */
export const rowsGate = `"own"."made" is not null and "own"."live"`;

/** Its last columns, after those of every statement: whether the session lives, and milliseconds spent. */
export function readOwn(answer: Answer): { live: boolean; took: number } {
  const text = (at: number) => answer.at(at)?.toString("latin1") ?? "";
  return { live: text(-2) === "t", took: Number(text(-1)) };
}

const took = `(extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::real`;

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
  const text = `select "answer".*, "own"."live", ${took} from ${own} cross join lateral (${answerSql(parts, values)}) as "answer"`;
  return { text, values: values.list };
}
