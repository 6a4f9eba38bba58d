// The thread that reads calendars of others: a rule that takes for ever takes this thread and not the server.
import { answerTasks } from "#server/platform/parsing/answer-tasks.ts";
import { type BusyRules, busyTimes, datedTimes, firstStart } from "./busy-times.ts";
import { entriesOf } from "./entries.ts";

interface Entry {
  ics: string;
  rules: BusyRules;
}

const tasks = {
  entry: ({ ics, rules }: Entry) => ({ ...busyTimes(ics, rules), start: firstStart(ics, rules) }),
  dated: ({ ics, rules }: Entry) => ({ ...datedTimes(ics, rules, rules), start: firstStart(ics, rules) }),
  file: (ics: string) => entriesOf(ics),
};
export type CalendarTasks = typeof tasks;

answerTasks(tasks);
