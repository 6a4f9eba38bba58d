// What a file is by its bytes, looked at in a thread (server/platform/parsing).
import { createParserThread } from "../parsing/parser-thread.ts";
import type { SniffTasks } from "./sniff-thread.ts";

const thread = createParserThread<SniffTasks>({
  program: new URL("./sniff-thread.ts", import.meta.url),
  seconds: 2,
  memoryMb: 64,
});

/** `head`: its first bytes (sniffedBytes). What takes too long is no type that is shown. */
export const sniff = (head: Uint8Array): Promise<string> =>
  thread.ask("files", "sniff", head).catch(() => "application/octet-stream");
