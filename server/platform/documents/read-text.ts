// The words of stored files, read in a thread with a limit of work: null for a file that cannot be read, is too large or takes too long.
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createParserThread } from "../parsing/parser-thread.ts";
import type { FileTextTasks } from "./file-text-thread.ts";

const maxBytes = 50 * 1024 * 1024;

const thread = createParserThread<FileTextTasks>({
  program: new URL("./file-text-thread.ts", import.meta.url),
  seconds: 20,
  memoryMb: 512,
});

/** `origin`: who asks. */
export async function readText(
  origin: string,
  { size, open }: { size: number; open: () => Promise<Readable> },
): Promise<string | null> {
  if (size > maxBytes) return null;
  const bytes = await buffer(await open());
  return thread.ask(origin, "text", bytes).catch(() => null);
}
