// Where the embedded PostgreSQL listens: below its own directory, so that commands of an operator find it however the server was started (a
// systemd unit with PrivateTmp has a private /tmp). Where a socket cannot be made there, or its path would be too long, the unit's
// RuntimeDirectory or the temporary directory takes it; running.json says which it is.
import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { directoryArgument } from "./cluster-directory.ts";
import type { Account } from "./embedded-account.ts";
import { enterableByOthers } from "./embedded-binaries.ts";
import { OperatorError } from "./operator-error.ts";

export interface SocketDirectory {
  /** Where clients connect. */
  socketDirectory: string;
  /** The same as PostgreSQL is told it: its account may not be able to enter the folders above its own. */
  told: string;
}

/** The name of a socket, "/.s.PGSQL.5432", comes after it; systems take about 104 characters. */
const maxLength = 85;

export async function makeSocketDirectory(directory: string, account: Account | null): Promise<SocketDirectory> {
  const below = path.join(directory, "socket");
  if (below.length <= maxLength && (await takesSockets(directory))) {
    make(below, account);
    return { socketDirectory: below, told: path.join(directoryArgument(directory, account), "socket") };
  }
  const name = createHash("sha256").update(directory).digest("hex").slice(0, 12);
  const runtime = process.env.RUNTIME_DIRECTORY?.split(":")[0];
  const places = [...(runtime ? [runtime] : []), os.tmpdir(), "/tmp", "/var/tmp"];
  const place = account ? places.find((folder) => existsSync(folder) && enterableByOthers(folder)) : places[0];
  const socketDirectory = path.join(place ?? "/tmp", `guidevane-${name}`);
  make(socketDirectory, account);
  if (socketDirectory.length > maxLength)
    throw new OperatorError(`The path ${socketDirectory} is too long for a socket: set TMPDIR.`);
  return { socketDirectory, told: socketDirectory };
}

/** Some file systems take none: folders of the host in a container on a Mac. */
async function takesSockets(directory: string): Promise<boolean> {
  const probe = path.join(directory, ".socket");
  rmSync(probe, { force: true });
  const server = net.createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(probe, () => server.close(() => resolve(true)));
  });
}

function make(socketDirectory: string, account: Account | null): void {
  const owner = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (!existsSync(socketDirectory)) mkdirSync(socketDirectory, { mode: 0o700 });
  // Also one that a start left to us when it was killed before this line.
  const made = lstatSync(socketDirectory);
  if (account && made.isDirectory() && made.uid === process.getuid?.())
    chownSync(socketDirectory, account.uid, account.gid);
  const found = lstatSync(socketDirectory);
  if (!found.isDirectory() || found.uid !== owner.uid)
    throw new OperatorError(
      `${socketDirectory} belongs to someone else: remove it, or set TMPDIR to another directory.`,
    );
  chmodSync(socketDirectory, 0o700);
}
