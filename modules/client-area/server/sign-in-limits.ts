// How often clients may ask for a code and type one. No limit is a lock that a stranger can put on somebody else: what is counted for an
// address is counted with the network it comes from, known devices are counted by themselves, and the link of a mail is never slowed down.
import type { PageParts } from "#server/platform/module-server.ts";

type Limits = PageParts["limits"];

const hour = 3600;

/** Codes of all networks together are limited in private.write_client_code: one is left out only while another one works. */
export const signInLimits = {
  codesOfNetwork: { name: "client codes network", max: 30, seconds: hour },
  /** For one address, from one network or known device. */
  codesOfAddress: { name: "client codes address", max: 5, seconds: hour },
  triesOfNetwork: { name: "client tries network", max: 60, seconds: hour },
  /** Wrong codes for one address, from one network or known device. */
  triesOfAddress: { name: "client tries address", max: 5, seconds: hour },
  /** Wrong codes for one address from everywhere but known devices: after these, each try waits twice as long, at most 15 minutes. */
  freeTriesOfAddress: { name: "client tries mailbox", free: 15 },
} as const;

export interface SignInCaller {
  network: string;
  /** What the cookie of a device that this client has signed in on says, if it is one. */
  device: string | null;
}

const from = ({ network, device }: SignInCaller, email: string) => `${device ? `device ${device}` : network} ${email}`;

/** Whether a code may be sent to this address. */
export async function mayAskForCode(limits: Limits, caller: SignInCaller, email: string): Promise<boolean> {
  const { codesOfNetwork, codesOfAddress } = signInLimits;
  const ofAddress = { ...codesOfAddress, of: from(caller, email) };
  const wait = caller.device
    ? await limits.take(ofAddress)
    : await limits.take({ ...codesOfNetwork, of: caller.network }, ofAddress);
  return wait === null;
}

/** Counts a try before the code is looked at; null when it comes too often. `succeeded` takes the count back. */
export async function countTry(
  limits: Limits,
  caller: SignInCaller,
  email: string,
): Promise<{ succeeded(): Promise<void> } | null> {
  const { triesOfNetwork, triesOfAddress, freeTriesOfAddress } = signInLimits;
  const ofAddress = { ...triesOfAddress, of: from(caller, email) };
  if (caller.device)
    return (await limits.take(ofAddress)) === null ? { succeeded: () => limits.giveBack(ofAddress) } : null;
  if ((await limits.take({ ...triesOfNetwork, of: caller.network }, ofAddress)) !== null) return null;
  const ofMailbox = { ...freeTriesOfAddress, of: email };
  if ((await limits.slowDown(ofMailbox)) !== null) {
    await limits.giveBack(ofAddress);
    return null;
  }
  return {
    async succeeded() {
      await limits.giveBack(ofAddress);
      await limits.speedUp(ofMailbox);
    },
  };
}
