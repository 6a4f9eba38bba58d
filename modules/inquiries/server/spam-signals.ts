// The layers that every message passes, the cheapest first. A spam signal is written down and the message quarantined: nothing is dropped.
// How fast a form was filled in is no signal: password managers and pasted text are quick, and so are people.
import type { Exceeded } from "#server/platform/forms/rate-limits.ts";
import { contentSignals } from "./content-signals.ts";
import type { TokenState } from "./form-token.ts";
import type { Submission } from "./submission.ts";

export type Signal = "token" | "trap" | Exceeded | "links" | "script";

interface Evidence {
  read: Submission;
  token: TokenState;
  /** Limits that no work lifts. */
  exceeded: Exceeded[];
}

export function spamSignals({ read, token, exceeded }: Evidence): Signal[] {
  const signals: Signal[] = [];
  // Without a token, or with one that is too old, a message passes if it is clean on every other signal.
  if (token.state === "forged") signals.push("token");
  if (read.trap === undefined || read.trap !== "") signals.push("trap");
  signals.push(...contentSignals(read), ...exceeded);
  return signals;
}
