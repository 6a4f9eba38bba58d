// Without a provider, mail becomes a file that any mail program opens, and its link is printed for whoever started us.
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Deliver } from "./mail.ts";

export function createOutbox(dataDir: string, from: string, print: (line: string) => void): Deliver {
  const folder = join(dataDir, "outbox");
  const compose = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return async ({ to, subject, text, html, link }, id) => {
    const composed = await compose.sendMail({ from, to: { name: "", address: to }, subject, text, html });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Named after its row: written twice, it is still one mail. Ids begin with the time, so names sort by it.
    const file = join(folder, `${id}.eml`);
    await writeFile(`${file}.partial`, composed.message as Buffer, { mode: 0o600 });
    await rename(`${file}.partial`, file);
    print(`Mail "${subject}" was written to ${file}${link ? `\n  ${link}` : ""}`);
  };
}
