// The sign-in form, and the mails it sends.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import type { RunningServer } from "./start-server.ts";

export const fill = async (page: Page, email: string, password: string) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
};

/** The link of the newest mail to this address, as the server printed it. */
export async function mailLink(server: RunningServer, after: number): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(server.output().slice(after))?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("No link was printed");
}

/** The newest mail to this address, from the folder it is written to. */
export async function mailTo(
  server: RunningServer,
  address: string,
  than = "",
): Promise<{ link: string; code: string }> {
  const folder = path.join(server.dataDir, "outbox");
  for (let tries = 0; tries < 200; tries++) {
    // One that is still being written has another name.
    const texts = (readable(folder) ?? [])
      .filter((name) => !name.endsWith(".partial"))
      .toSorted()
      .map((name) => readFileSync(path.join(folder, name), "utf8").replaceAll("=\n", "").replaceAll("=3D", "="))
      .filter((text) => text.includes(`To: ${address}`));
    const link = /https?:\/\/\S+\/auth\/v1\/verify[^\s"<]+/.exec(texts.at(-1) ?? "")?.[0];
    const code = /code: (\d{6})\b/.exec(texts.at(-1) ?? "")?.[1];
    if (link && code && link.replaceAll("&amp;", "&") !== than) return { link: link.replaceAll("&amp;", "&"), code };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${address}`);
}

export function readable(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}
