import { statfs } from "node:fs/promises";
import type { Env } from "#server/env.ts";

export interface DiskFigures {
  freeBytes: number;
  totalBytes: number;
  /** With less room than this, writes are refused. */
  reserveBytes: number;
}

export async function diskFigures(env: Pick<Env, "DATA_DIR" | "DISK_RESERVE_MB">): Promise<DiskFigures> {
  const { bavail, blocks, bsize } = await statfs(env.DATA_DIR).catch(() => statfs("."));
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, reserveBytes: env.DISK_RESERVE_MB * 1_000_000 };
}
