// How often a secret of an account may be tried: a password, a code of the second factor (docs/decisions/026). One
// address locks no one else out of an account; many addresses together are slowed down.
import type { Limit } from "../limits/limits.ts";
import type { AuthDependencies } from "./auth-dependencies.ts";
import { requireWithinLimits, tooManyRequests } from "./request-limits.ts";

export interface Attempt {
  /** Takes the count back: only wrong tries are held against anyone. */
  succeeded(): Promise<void>;
}

interface Asked {
  /** What is tried. */
  name: string;
  account: string;
  /** From where. */
  network: string;
  /** Wrong tries for this account from there, in so many seconds. */
  max: number;
  seconds: number;
}

/**
 * Counts a try before the secret is looked at, so that tries that arrive together cannot slip past. Throws 429. The
 * account is counted as it was typed, whether or not it exists.
 */
export async function countAttempt(deps: AuthDependencies, asked: Asked, ...others: Limit[]): Promise<Attempt> {
  const { name, account, network, max, seconds } = asked;
  const ofPair = { name: `${name} pair`, of: `${network} ${account}`, max, seconds };
  await requireWithinLimits(deps, ...others, ofPair);
  // Three times what one address can bring: below that, only the addresses themselves are stopped.
  const ofAccount = { name: `${name} account`, of: account, free: 3 * max };
  const wait = await deps.limits.slowDown(ofAccount);
  if (wait !== null) {
    await deps.limits.giveBack(ofPair);
    throw tooManyRequests(wait);
  }
  return {
    async succeeded() {
      await deps.limits.giveBack(ofPair);
      await deps.limits.speedUp(ofAccount);
    },
  };
}

const freeCodes = 15;

/**
 * The same for a code in a mail. Five wrong ones end a code, but the next mail brings another: without an end to the
 * tries for one mailbox, asking and guessing for weeks would find one. The link beside the code is not slowed down.
 */
export async function countCodeAttempt({ limits }: AuthDependencies, mailbox: string): Promise<Attempt> {
  const ofMailbox = { name: "code mailbox", of: mailbox, free: freeCodes };
  const wait = await limits.slowDown(ofMailbox);
  if (wait !== null) throw tooManyRequests(wait);
  return { succeeded: () => limits.speedUp(ofMailbox) };
}
