// The thread in which a file of exchange rates is read (server/platform/parsing).
import { answerTasks } from "../parsing/answer-tasks.ts";
import { type EuroRates, NoRatesFile, readEcbFile } from "./ecb-file.ts";

const tasks = {
  read(text: string): EuroRates | { problem: string } {
    try {
      return readEcbFile(text);
    } catch (error) {
      if (error instanceof NoRatesFile) return { problem: error.message };
      throw error;
    }
  },
};
export type RateTasks = typeof tasks;

answerTasks(tasks);
