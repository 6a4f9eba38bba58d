// Asks the thread that reads files of banks (bank-thread.ts). A file on which it works too long is refused like one that is damaged.
import { createParserThread, NotParsed, type ParserThread } from "#server/platform/parsing/parser-thread.ts";
import type { CsvManner } from "./bank-csv.ts";
import { BankFileProblem } from "./bank-file.ts";
import type { BankTasks, SeenFile } from "./bank-thread.ts";
import type { FileChoices, OwnAccount } from "./read-bank-file.ts";

interface Known {
  accounts: readonly OwnAccount[];
  manner(headings: string): Promise<CsvManner | null>;
}

const shownLines = 200;

/** `seconds`: of the processor, for one file. */
export const createBankThread = ({ seconds = 20 }: { seconds?: number } = {}): ParserThread<BankTasks> =>
  createParserThread({ program: new URL("./bank-thread.ts", import.meta.url), seconds, memoryMb: 768 });

/** The one thread of a process. */
const bankThread = createBankThread();

/** `origin`: who brought the file. */
export async function seeBankFile(
  origin: string,
  bytes: Uint8Array,
  choices: FileChoices,
  { accounts, manner }: Known,
  thread: ParserThread<BankTasks> = bankThread,
): Promise<SeenFile> {
  const read = (remembered: CsvManner | null | undefined) =>
    thread
      .ask(origin, "read", { bytes, choices, accounts, manner: remembered, shown: shownLines })
      .catch((error: unknown) => {
        // A fault of the reader's own is no fault of the file.
        if (error instanceof NotParsed) throw error;
        throw new BankFileProblem(
          "The file takes too long to read. Nothing was read. Ask the bank for fewer days at once.",
        );
      });
  let answer = await read(undefined);
  if ("wanted" in answer) answer = await read(await manner(answer.wanted));
  if ("seen" in answer) return answer.seen;
  throw new BankFileProblem("problem" in answer ? answer.problem : "The file cannot be read. Nothing was read.");
}
