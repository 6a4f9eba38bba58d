// How many passwords may be tried, and by whom (docs/decisions/026). One address locks nobody else out of an account;
// many addresses together are slowed down; a device that has signed in before has a count of its own.
import type { Context } from "hono";
import { AuthError } from "../auth-error.ts";
import { clientOf, demandLimit, type AuthParts } from "../auth-parts.ts";
import { findKnownDevice } from "../known-devices.ts";

const quarterHour = 900;

export interface PasswordAttempt {
  /** Takes the count back: only wrong passwords are held against anyone. */
  succeeded(): Promise<void>;
}

/**
 * Counts a try before the password is looked at, so that tries that arrive together cannot slip past. Throws 429. The
 * account is counted as it was typed, whether or not it exists.
 */
export async function countPasswordAttempt(parts: AuthParts, c: Context, email: string): Promise<PasswordAttempt> {
  const { env, limits } = parts;
  const most = env.LIMIT_PASSWORD_FAILURES;
  const device = await findKnownDevice(parts, c, email);
  if (device) {
    const ofDevice = { name: "password device", of: `${device} ${email}`, most, seconds: quarterHour };
    await demandLimit(parts, ofDevice);
    return { succeeded: () => limits.giveBack(ofDevice) };
  }
  const { network } = clientOf(c);
  const ofPair = { name: "password pair", of: `${network} ${email}`, most, seconds: quarterHour };
  const ofNetwork = { name: "token address", of: network, most: env.LIMIT_TOKEN_PER_MINUTE, seconds: 60 };
  await demandLimit(parts, ofNetwork, ofPair);
  // More than one address can bring: below this, only the addresses themselves are stopped.
  const ofAccount = { name: "password account", of: email, free: 3 * most };
  const wait = await limits.slowDown(ofAccount);
  if (wait !== null) {
    await limits.giveBack(ofPair);
    throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { retryAfter: wait });
  }
  return {
    async succeeded() {
      await limits.giveBack(ofPair);
      await limits.speedUp(ofAccount);
    },
  };
}
