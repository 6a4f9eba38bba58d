// Work that a browser does when very many messages come: a second or two for a visitor. Loaded only when the server asks for it.
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** As the server takes it; undefined when it could not be solved: the server then says so, and the words are still in the form. */
export async function solve(challenge: unknown): Promise<string | undefined> {
  try {
    const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey, timeout: 30_000 });
    return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
  } catch {
    return undefined;
  }
}
