// PostgreSQL refuses to run as root, so when we are root it gets its own account.
import { statSync } from "node:fs";

export interface Account {
  uid: number;
  gid: number;
}

/** A number that no distribution hands out and systemd leaves unused, so no other program shares it. */
const ownAccount: Account = { uid: 60_718, gid: 60_718 };

/** initdb insists on a name for its account, and every system has this one; the files are handed over afterwards. */
export const namedAccount: Account = { uid: 65_534, gid: 65_534 };

/** The account to run PostgreSQL under: null is our own. An existing directory keeps the account that owns it. */
export function databaseAccount(clusterDirectory: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(clusterDirectory, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : ownAccount;
}
