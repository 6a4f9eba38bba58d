// Regular expressions of callers, before PostgreSQL meets them. Without back-references it matches in time that grows with the text
// alone; with them, or with repetitions of repetitions, one pattern can keep a processor busy for as long as it is let.
import { badPattern } from "../rest-error.ts";

const maxLength = 200;
/** All `{n,m}` of a pattern multiplied: they are written out before matching begins. */
const maxRepetitions = 1000;

export function checkPattern(pattern: string): void {
  if (pattern.length > maxLength) throw badPattern(`at most ${maxLength} characters`);
  if (/^(?:[^\\]|\\[^1-9])*\\[1-9]/s.test(pattern)) throw badPattern("back-references are not allowed");
  let repetitions = 1;
  for (const [, least = "", most = ""] of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g))
    repetitions *= Math.max(1, Number(least), Number(most));
  if (repetitions > maxRepetitions) throw badPattern(`at most ${maxRepetitions} repetitions`);
}
