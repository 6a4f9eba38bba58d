// How many passwords may be tried, and by whom: a device that has signed in before has its own count.
import type { Context } from "hono";
import { countAttempt, type Attempt } from "../attempts.ts";
import type { AuthDependencies } from "../auth-dependencies.ts";
import { findKnownDevice } from "../known-devices.ts";
import { clientOf, requireWithinLimits } from "../request-limits.ts";

const seconds = 900;

export async function countPasswordAttempt(deps: AuthDependencies, c: Context, email: string): Promise<Attempt> {
  const { env, limits } = deps;
  const max = env.LIMIT_PASSWORD_FAILURES;
  const device = await findKnownDevice(deps, c, email);
  if (device) {
    const ofDevice = { name: "password device", of: `${device} ${email}`, max, seconds };
    await requireWithinLimits(deps, ofDevice);
    return { succeeded: () => limits.giveBack(ofDevice) };
  }
  const { network } = clientOf(c);
  const ofNetwork = { name: "token address", of: network, max: env.LIMIT_TOKEN_PER_MINUTE, seconds: 60 };
  return countAttempt(deps, { name: "password", account: email, network, max, seconds }, ofNetwork);
}
