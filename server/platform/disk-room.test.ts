import os from "node:os";
import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "#server/testing/eventually.ts";
import { watchDiskRoom } from "./disk-room.ts";

const disk = vi.fn<(folder: string) => Promise<{ bavail: number; bsize: number }>>();

function watching(reserveBytes: number) {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  const room = watchDiskRoom(os.tmpdir(), reserveBytes, log, { everyMs: 10, ask: disk });
  onTestFinished(() => room.stop());
  return { room, lines };
}

test("writes end when the disk has less room than the reserve, and come back with it; each change is logged once", async () => {
  disk.mockResolvedValue({ bavail: 10, bsize: 100 });
  const { room, lines } = watching(1000);
  await eventually(() => expect(disk).toHaveBeenCalled());
  expect(room.hasRoom()).toBe(true);
  disk.mockResolvedValue({ bavail: 9, bsize: 100 });
  await eventually(() => expect(room.hasRoom()).toBe(false));
  disk.mockResolvedValue({ bavail: 11, bsize: 100 });
  await eventually(() => expect(room.hasRoom()).toBe(true));
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    "the disk is almost full: writes are refused",
    "the disk has room again",
  ]);
});

test("a disk that cannot be asked changes nothing", async () => {
  disk.mockResolvedValue({ bavail: 9, bsize: 100 });
  const { room } = watching(1000);
  await eventually(() => expect(room.hasRoom()).toBe(false));
  disk.mockRejectedValue(new Error("gone"));
  const asked = disk.mock.calls.length;
  await eventually(() => expect(disk.mock.calls.length).toBeGreaterThan(asked + 2));
  expect(room.hasRoom()).toBe(false);
});
