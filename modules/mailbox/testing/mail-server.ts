// An IMAP server in this process (hoodiecrow-imap), with a mailbox that a test fills.
import type { AddressInfo, Socket } from "node:net";
import hoodiecrow, { type HoodiecrowServer, type StoredFolder, type StoredMessage } from "hoodiecrow-imap";

export const user = "testuser";
export const password = "testpass";

export interface MailServer {
  port: number;
  imap: HoodiecrowServer;
  /** How often someone connected. */
  connections(): number;
  append(folder: string, raw: string, arrived?: Date): void;
  folder(path: string): StoredFolder & { messages: StoredMessage[] };
  /** Every connection ends. */
  cut(): void;
  close(): Promise<void>;
}

interface Options {
  folders?: Record<string, StoredFolder>;
  plugins?: string[];
  users?: Record<string, object>;
  /** Speaks TLS from the first byte on. */
  tls?: { key: string; cert: string };
}

const special = (use: string): StoredFolder => ({ "special-use": use, messages: [] });

const usualFolders = (): Record<string, StoredFolder> => ({
  Sent: special("\\Sent"),
  Junk: special("\\Junk"),
  Trash: special("\\Trash"),
  Drafts: special("\\Drafts"),
});

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
export const imapDate = (at: Date): string =>
  `${String(at.getUTCDate()).padStart(2, "0")}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ${at.toISOString().slice(11, 19)} +0000`;

export async function startMailServer({
  folders = usualFolders(),
  plugins = ["IDLE", "SPECIAL-USE", "ID", "UNSELECT"],
  users,
  tls,
}: Options = {}): Promise<MailServer> {
  const imap = hoodiecrow({
    plugins,
    ...(users && { users }),
    ...(tls && { secureConnection: true, credentials: tls }),
    storage: { INBOX: { messages: [] }, "": { separator: "/", folders } },
  });
  const sockets = new Set<Socket>();
  let connections = 0;
  imap.server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => imap.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (imap.server.address() as AddressInfo).port,
    imap,
    connections: () => connections,
    append: (folder, raw, arrived = new Date()) => void imap.appendMessage(folder, [], imapDate(arrived), raw),
    folder: (path) => imap.getMailbox(path),
    cut,
    close: () =>
      new Promise((resolve) => {
        imap.close(resolve);
        cut();
      }),
  };
}

export interface Written {
  from: string;
  to: string;
  cc?: string;
  subject?: string;
  date?: Date | string;
  id?: string | null;
  text?: string;
  headers?: Record<string, string>;
  /** Instead of a text: the body with its own Content-Type in `headers`. */
  body?: string;
}

let written = 0;

export function mail({
  from,
  to,
  cc,
  subject = "Tide tables",
  date = new Date(),
  id,
  text = "Words.",
  headers = {},
  body,
}: Written): string {
  written += 1;
  const lines = {
    From: from,
    To: to,
    ...(cc && { Cc: cc }),
    Subject: subject,
    Date: typeof date === "string" ? date : date.toUTCString(),
    ...(id !== null && { "Message-ID": id ?? `<${written}.${process.pid}@norrfall.example>` }),
    ...(body === undefined && { "Content-Type": "text/plain; charset=utf-8" }),
    "MIME-Version": "1.0",
    ...headers,
  };
  return `${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n")}\r\n\r\n${body ?? text}\r\n`;
}
