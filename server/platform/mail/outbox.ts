// Without a provider, mail becomes a file that any mail program opens, and its link is printed for whoever started us.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Deliver } from "./mail.ts";

export function createOutbox(dataDir: string, from: string, print: (line: string) => void): Deliver {
  const folder = join(dataDir, "outbox");
  const compose = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  let count = 0;
  return async ({ to, subject, text, html, link }) => {
    const composed = await compose.sendMail({ from, to: { name: "", address: to }, subject, text, html });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    count += 1;
    const stamp = new Date().toISOString().replace(/[:.]/g, "-");
    const file = join(folder, `${stamp}-${process.pid}-${String(count).padStart(3, "0")}.eml`);
    await writeFile(file, composed.message as Buffer, { mode: 0o600 });
    print(`Mail "${subject}" was written to ${file}${link ? `\n  ${link}` : ""}`);
  };
}
