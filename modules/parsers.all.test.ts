// The inputs that reach a limit of a parser's thread: slow by what they prove.
import { test } from "vitest";
import { expectAnswersWhile } from "./answers-while-parsing.ts";
import { slowInputs } from "./parsers-for-tests.ts";

test(
  "audit-4 S4, S12, S20: /livez answers while parsers are brought to their limits",
  { timeout: 1_800_000 },
  async () => {
    await expectAnswersWhile(slowInputs.filter(({ quick }) => !quick));
  },
);
