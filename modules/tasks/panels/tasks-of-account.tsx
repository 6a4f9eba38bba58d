import { TasksOfRecord } from "./tasks-of-record.tsx";

export default function TasksOfAccount({ record }: { record: { id: string } }) {
  return <TasksOfRecord about={{ table: "accounts", id: record.id }} filter={{ of_account: record.id }} />;
}
