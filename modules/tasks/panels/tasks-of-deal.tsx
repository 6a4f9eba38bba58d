import { TasksOfRecord } from "./tasks-of-record.tsx";

export default function TasksOfDeal({ record }: { record: { id: string } }) {
  return <TasksOfRecord about={{ table: "deals", id: record.id }} filter={{ of_deal: record.id }} />;
}
