// The thread that reads the words of files: it may end over one of them without taking the server along.
import { answerTasks } from "../parsing/answer-tasks.ts";
import { textOf } from "./file-text.ts";

const tasks = { text: textOf };
export type FileTextTasks = typeof tasks;

answerTasks(tasks);
