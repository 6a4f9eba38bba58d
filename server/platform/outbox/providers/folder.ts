// Without a provider, mail becomes a file that any mail program opens, and its link is printed for anyone who started us, as long as mail has never
// had a provider.
import { randomUUID } from "node:crypto";
import { link, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Provider } from "../outgoing.ts";
import { composed } from "./compose.ts";

export function createFolder(
  dataDir: string,
  from: string,
  print: (line: string) => void,
  showsLinks: () => Promise<boolean> = async () => true,
): Provider {
  const folder = join(dataDir, "outbox");
  const compose = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    name: "folder",
    async deliver(message) {
      const { message: bytes } = await compose.sendMail(composed(message, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Named after its row: written twice, it is still one mail. Ids begin with the time, so names sort by it.
      const file = join(folder, `${message.id}.eml`);
      const partial = join(folder, `${randomUUID()}.partial`);
      await writeFile(partial, bytes as Buffer, { mode: 0o600 });
      try {
        await link(partial, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        return undefined;
      } finally {
        await rm(partial, { force: true });
      }
      const shown = message.link && (await showsLinks()) ? `\n  ${message.link}` : "";
      print(`Mail "${message.subject}" was written to ${file}${shown}`);
      return undefined;
    },
  };
}
