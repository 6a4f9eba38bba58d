// PostgreSQL stops when it cannot write its log. So writes are refused while the disk still has room for it, and reads go on.
import { statfs } from "node:fs/promises";
import type { Log } from "../http/log.ts";

export interface DiskRoom {
  hasRoom(): boolean;
  stop(): void;
}

interface FreeBlocks {
  bavail: number;
  bsize: number;
}

/** Whether PostgreSQL or the file system says that there is no room left. */
export function isDiskFull(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "53100" || code === "ENOSPC" || code === "EDQUOT";
}

export const noRoom = "The server's disk is almost full: nothing can be saved until there is room";

/** Whether so many bytes more leave the reserve untouched. */
export async function hasRoomFor(folder: string, bytes: number, reserveBytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - bytes >= reserveBytes;
}

export function watchDiskRoom(
  folder: string,
  reserveBytes: number,
  log: Log,
  { everyMs = 1000, ask = statfs }: { everyMs?: number; ask?: (folder: string) => Promise<FreeBlocks> } = {},
): DiskRoom {
  let room = true;
  const look = async () => {
    const { bavail, bsize } = await ask(folder);
    const now = bavail * bsize >= reserveBytes;
    if (now !== room)
      log[now ? "info" : "error"](
        { freeBytes: bavail * bsize },
        now ? "the disk has room again" : "the disk is almost full: writes are refused",
      );
    room = now;
  };
  const timer = setInterval(() => void look().catch(() => undefined), everyMs);
  timer.unref();
  void look().catch(() => undefined);
  return { hasRoom: () => room, stop: () => clearInterval(timer) };
}
