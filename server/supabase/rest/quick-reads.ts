import type { RestRequest } from "./rest-request.ts";
import type { Answer } from "./run-statement.ts";
import type { Statement } from "./sql/statement.ts";
export interface QuickReads {
  serves(request: RestRequest): boolean;
  run(statement: Statement, request: RestRequest): Promise<Answer>;
  close(): Promise<void>;
}
export function createQuickReads(): QuickReads {
  return { serves: () => false, run: () => Promise.reject(new Error("gone")), close: async () => {} };
}
