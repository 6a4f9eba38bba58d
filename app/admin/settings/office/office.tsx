// The office: where its days begin and end, when it works, and who works there. Deadlines and "today" follow from it.
import { Holidays } from "./holidays.tsx";
import { OfficeHours } from "./office-hours.tsx";
import { StaffNames } from "./staff-names.tsx";

export function Office() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <OfficeHours />
        <StaffNames />
      </div>
      <Holidays />
    </div>
  );
}
