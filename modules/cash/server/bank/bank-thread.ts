// The thread in which files of banks are read (server/platform/parsing). What goes to the database is written there too: the main thread
// hands it on as text.
import { answerTasks } from "#server/platform/parsing/answer-tasks.ts";
import type { CsvManner } from "./bank-csv.ts";
import { BankFileProblem } from "./bank-file.ts";
import { type FileChoices, type OwnAccount, readBankFile, type ReadFile } from "./read-bank-file.ts";

interface BankTask {
  bytes: Uint8Array;
  choices: FileChoices;
  accounts: readonly OwnAccount[];
  /** How an earlier file with these headings was read; undefined: not asked yet. */
  manner: CsvManner | null | undefined;
  /** Of the lines, to be shown. */
  shown: number;
}

export interface SeenFile extends Omit<ReadFile, "file"> {
  /** JSON for public.take_bank_file. */
  file: string | null;
  format: string;
  statements: object[];
  lines: object[];
  count: number;
}

type BankAnswer = { problem: string } | { wanted: string } | { seen: SeenFile };

/** Ends the reading where the database has to be asked first. */
class Wanted extends Error {}

const tasks = {
  async read({ bytes, choices, accounts, manner, shown }: BankTask): Promise<BankAnswer> {
    try {
      const { file, ...read } = await readBankFile(bytes, choices, {
        accounts,
        manner(headings) {
          if (manner === undefined) throw new Wanted(headings);
          return Promise.resolve(manner);
        },
      });
      const { encoding, sure, isXml } = read.text;
      return {
        seen: {
          ...read,
          text: { encoding, sure, isXml },
          file: file && JSON.stringify(file),
          format: file?.format ?? "csv",
          statements: file?.statements ?? [],
          lines: file?.lines.slice(0, shown) ?? [],
          count: file?.lines.length ?? 0,
        },
      };
    } catch (error) {
      if (error instanceof BankFileProblem) return { problem: error.message };
      if (error instanceof Wanted) return { wanted: error.message };
      throw error;
    }
  },
};
export type BankTasks = typeof tasks;

answerTasks(tasks);
