// A real IMAP server, Debian's Dovecot: alone, without rights, on a folder of its own and a port of this machine.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { eventually } from "#server/testing/eventually.ts";
import { password, user } from "./mail-server.ts";

const binary = "/usr/sbin/dovecot";
const refusal = "/usr/sbin/policy-rc.d";

/** Null where there is one; what to do where there is none. As root on Debian it is installed, without starting its service. */
export function missingDovecot(): string | null {
  if (existsSync(binary)) return null;
  const byHand = "Reading from a real server needs Dovecot (Debian, Ubuntu: apt-get install dovecot-imapd).";
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return byHand;
  const refuses = existsSync(refusal);
  try {
    if (!refuses) {
      writeFileSync(refusal, "#!/bin/sh\nexit 101\n");
      chmodSync(refusal, 0o755);
    }
    const run = (...args: string[]) =>
      execFileSync("apt-get", args, { stdio: "pipe", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    run("update");
    run("install", "-y", "--no-install-recommends", "dovecot-imapd");
  } catch (error) {
    return `${byHand} apt-get said: ${String((error as { stderr?: Buffer }).stderr ?? (error as Error).message).trim()}`;
  } finally {
    if (!refuses) rmSync(refusal, { force: true });
  }
  return existsSync(binary) ? null : byHand;
}

export interface Dovecot {
  port: number;
  /** As a mail transport does: into `new` of the folder, or with flags ("S") into `cur`. */
  deliver(folder: string, raw: string, options?: { at?: Date; flags?: string }): void;
  /** The messages of a folder, by the names of their files, which hold their flags. */
  files(folder: string): string[];
  raw(folder: string): string[];
  /** Forgets the numbers of a folder: the next time it is opened it has a new UIDVALIDITY. */
  renumber(folder: string): void;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

const configuration = (
  place: string,
  port: number,
  account: string,
  group: string,
  id: { uid: number; gid: number },
) => `
base_dir = ${place}/run
state_dir = ${place}/state
log_path = ${place}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${account}
default_internal_group = ${group}
default_login_user = ${account}
mail_location = maildir:${place}/mail
first_valid_uid = 1
mail_max_userip_connections = 50
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = passwd-file
  args = scheme=plain username_format=%u ${place}/passwd
}
userdb {
  driver = static
  args = uid=${id.uid} gid=${id.gid} home=${place}/home
}
namespace inbox {
  inbox = yes
${["Sent", "Junk", "Trash", "Drafts"].map((name) => `  mailbox ${name} {\n    special_use = \\${name}\n    auto = create\n  }`).join("\n")}
}
`;

export async function startDovecot(): Promise<Dovecot> {
  const port = await freePort();
  const place = mkdtempSync(path.join(os.tmpdir(), "guidevane-dovecot-"));
  // Mail is not given to root: then it runs as nobody.
  const isRoot = process.getuid?.() === 0;
  const id = isRoot ? { uid: 65_534, gid: 65_534 } : { uid: process.getuid!(), gid: process.getgid!() };
  const account = isRoot ? "nobody" : os.userInfo().username;
  const group = execFileSync("id", ["-gn", account], { encoding: "utf8" }).trim();
  for (const folder of ["run", "state", "home", "mail"]) mkdirSync(path.join(place, folder));
  writeFileSync(path.join(place, "passwd"), `${user}:{plain}${password}\n`);
  writeFileSync(path.join(place, "dovecot.conf"), configuration(place, port, account, group, id));
  execFileSync("chown", ["-R", `${id.uid}:${id.gid}`, place]);
  const child = spawn(binary, ["-F", "-c", path.join(place, "dovecot.conf")], {
    stdio: "ignore",
    ...(isRoot && id),
  });
  const ended = once(child, "exit");
  await eventually(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1")
          .once("data", () => (socket.destroy(), resolve()))
          .once("error", reject);
      }),
  ).catch((error: unknown) => {
    child.kill();
    throw new Error(`Dovecot did not start: ${readFileSync(path.join(place, "log"), "utf8")}`, { cause: error });
  });

  const folderOf = (folder: string) => path.join(place, "mail", folder === "INBOX" ? "." : `.${folder}`);
  const listOf = (folder: string) =>
    ["new", "cur"].flatMap((part) => {
      const at = path.join(folderOf(folder), part);
      return existsSync(at) ? readdirSync(at).map((name) => path.join(at, name)) : [];
    });
  let delivered = 0;
  return {
    port,
    deliver(folder, raw, { at = new Date(), flags } = {}) {
      delivered += 1;
      const name = `${Math.floor(at.getTime() / 1000)}.M${delivered}P${process.pid}.test`;
      for (const part of ["", "new", "cur", "tmp"]) {
        const made = path.join(folderOf(folder), part);
        if (existsSync(made)) continue;
        mkdirSync(made, { recursive: true });
        if (isRoot) chownSync(made, id.uid, id.gid);
      }
      const file = path.join(
        folderOf(folder),
        flags === undefined ? "new" : "cur",
        flags === undefined ? name : `${name}:2,${flags}`,
      );
      writeFileSync(file, raw);
      // When it arrived is when its file was changed. Dovecot names and moves it, so it must own it.
      utimesSync(file, at, at);
      if (isRoot) chownSync(file, id.uid, id.gid);
    },
    files: (folder) =>
      listOf(folder)
        .map((file) => path.relative(folderOf(folder), file))
        .toSorted(),
    raw: (folder) => listOf(folder).map((file) => readFileSync(file, "utf8")),
    renumber(folder) {
      for (const name of readdirSync(folderOf(folder)))
        if (/^dovecot[.-]/.test(name)) rmSync(path.join(folderOf(folder), name), { recursive: true });
    },
    async stop() {
      child.kill();
      await ended;
      rmSync(place, { recursive: true, force: true });
    },
  };
}
