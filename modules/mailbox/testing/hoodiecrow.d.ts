declare module "hoodiecrow-imap" {
  import type { Server } from "node:net";

  export interface StoredMessage {
    raw: string;
    flags?: string[];
    internaldate?: string;
    uid?: number;
  }
  export interface StoredFolder {
    messages?: StoredMessage[];
    uidvalidity?: number;
    uidnext?: number;
    flags?: string[];
    "special-use"?: string | string[];
    folders?: Record<string, StoredFolder>;
  }
  export interface HoodiecrowServer {
    server: Server;
    storage: Record<string, unknown>;
    folderCache: Record<string, StoredFolder & { messages: StoredMessage[] }>;
    getMailbox(path: string): StoredFolder & { messages: StoredMessage[] };
    appendMessage(path: string, flags: string[], internaldate: string, raw: string): { message: StoredMessage };
    listen(port: number, host: string, done: () => void): void;
    close(done?: () => void): void;
    setCommandHandler(command: string, handler: (...given: never[]) => void): void;
  }
  export default function hoodiecrow(options: object): HoodiecrowServer;
}
