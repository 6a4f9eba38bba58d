// What the commands for operators share: settings from the environment, and a sentence instead of a stack when
// something can be put right.
import { existsSync } from "node:fs";
import path from "node:path";
import { type Env, readEnv } from "../../server/env.ts";
import { actAsCommand } from "../../server/http/current-request.ts";
import { type Log, createLog } from "../../server/http/log.ts";
import { isAwayUnderneath, reasonOf } from "../../server/platform/database/connection-errors.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";

export async function operatorCommand(work: (env: Env, log: Log) => Promise<void>): Promise<void> {
  try {
    const env = readEnv(process.env);
    if (env.SUPABASE_URL)
      throw new OperatorError(
        "Users and data are in hosted Supabase (SUPABASE_URL is set): use its dashboard for this.",
      );
    actAsCommand("Command line");
    await work(env, createLog({ LOG_LEVEL: process.env.LOG_LEVEL ? env.LOG_LEVEL : "error" }));
  } catch (error) {
    const unforeseen =
      error instanceof Error && !("forOperator" in error) && error.constructor === Error && !isAwayUnderneath(error);
    console.error(unforeseen ? error : sentenceOf(error));
    process.exitCode = 1;
  }
}

/** A database that does not answer is no fault of the program: its place and reason, without a stack. */
export function sentenceOf(error: unknown): string {
  const reason = reasonOf(error);
  const isSentence = !(error instanceof Error) || "forOperator" in error || !isAwayUnderneath(error);
  return isSentence ? reason : `The database does not answer: ${reason}`;
}

/** So that a mistyped DATA_DIR does not make a new, empty database. */
export function requireDatabase(env: Env): void {
  if (!env.DATABASE_URL && !existsSync(path.join(env.DATA_DIR, "postgres")))
    throw new OperatorError(`There is no database in ${path.resolve(env.DATA_DIR)}. Is DATA_DIR right?`);
}
