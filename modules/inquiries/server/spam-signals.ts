// The layers that every message passes, the cheapest first. A spam signal is written down and the message quarantined: nothing is dropped.
// How fast a form was filled in is no signal: password managers and pasted text are quick, and so are people.
import type { Exceeded } from "#server/platform/forms/rate-limits.ts";
import { contentSignals } from "./content-signals.ts";
import type { TokenState } from "./form-token.ts";
import type { Submission } from "./submission.ts";

export type Signal =
  | "token"
  | "trap"
  | Exceeded
  | "links"
  | "script"
  /** A rate limit is exceeded and no work was proved. */
  | "proof";

interface Evidence {
  read: Submission;
  token: TokenState;
  exceeded: Exceeded[];
  /** Asked only when a rate limit is exceeded. */
  isProved: () => Promise<boolean>;
}

export async function spamSignals({ read, token, exceeded, isProved }: Evidence): Promise<Signal[]> {
  const signals: Signal[] = [];
  // Without a token, or with one that is too old, a message passes if it is clean on every other signal.
  if (token.state === "forged") signals.push("token");
  if (read.trap === undefined || read.trap !== "") signals.push("trap");
  signals.push(...contentSignals(read));
  // Work is proved last: it costs us most to check. It lets a message pass however many others come.
  if (exceeded.length > 0 && !(await isProved())) signals.push(...exceeded, "proof");
  return signals;
}
