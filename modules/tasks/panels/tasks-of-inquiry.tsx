import { TasksOfRecord } from "./tasks-of-record.tsx";

export default function TasksOfInquiry({ record }: { record: { id: string } }) {
  return <TasksOfRecord about={{ table: "inquiries", id: record.id }} filter={{ of_inquiry: record.id }} />;
}
