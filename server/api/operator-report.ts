// What operators want to know about a running deployment: database, mail that nobody took, room on the disk.
import { readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { Env } from "../env.ts";

export interface OperatorReport {
  database: { answers: boolean; ms: number };
  mail: { provider: "postmark" | "smtp" | "outbox"; outboxFiles: number; oldestSeconds: number | null };
  /** With less room than the reserve, writes are refused. */
  disk: { freeBytes: number; totalBytes: number; reserveBytes: number };
}

export async function operatorReport(
  env: Pick<Env, "DATA_DIR" | "DISK_RESERVE_MB" | "POSTMARK_SERVER_TOKEN" | "SMTP_URL">,
  answers: () => Promise<boolean>,
): Promise<OperatorReport> {
  const started = performance.now();
  const ok = await answers();
  const ms = Math.round(performance.now() - started);
  const [outbox, disk] = await Promise.all([outboxOf(env.DATA_DIR), statfs(env.DATA_DIR).catch(() => statfs("."))]);
  return {
    database: { answers: ok, ms },
    mail: { provider: env.POSTMARK_SERVER_TOKEN ? "postmark" : env.SMTP_URL ? "smtp" : "outbox", ...outbox },
    disk: {
      freeBytes: disk.bavail * disk.bsize,
      totalBytes: disk.blocks * disk.bsize,
      reserveBytes: env.DISK_RESERVE_MB * 1_000_000,
    },
  };
}

async function outboxOf(dataDir: string): Promise<{ outboxFiles: number; oldestSeconds: number | null }> {
  const folder = path.join(dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const times = await Promise.all(
    names.map(async (name) => (await stat(path.join(folder, name)).catch(() => null))?.mtimeMs),
  );
  const oldest = Math.min(...times.filter((time) => time !== undefined));
  return {
    outboxFiles: names.length,
    oldestSeconds: Number.isFinite(oldest) ? Math.round((Date.now() - oldest) / 1000) : null,
  };
}
