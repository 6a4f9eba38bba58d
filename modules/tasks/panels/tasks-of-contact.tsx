import { TasksOfRecord } from "./tasks-of-record.tsx";

export default function TasksOfContact({ record }: { record: { id: string } }) {
  return <TasksOfRecord about={{ table: "contacts", id: record.id }} filter={{ of_contact: record.id }} />;
}
