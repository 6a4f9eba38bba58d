// The office: where its days begin and end, and when it works. Deadlines and "today" follow from it.
import { Holidays } from "./holidays.tsx";
import { OfficeHours } from "./office-hours.tsx";

export function Office() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
      <OfficeHours />
      <Holidays />
    </div>
  );
}
