// The thread that looks what a file is: pictures, archives and everything else that people send.
import { answerTasks } from "../parsing/answer-tasks.ts";
import { sniffHead } from "./file-kind.ts";

const tasks = { sniff: sniffHead };
export type SniffTasks = typeof tasks;

answerTasks(tasks);
