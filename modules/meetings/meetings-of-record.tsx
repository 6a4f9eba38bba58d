// Meetings with a person, a company, or about a deal, on their page, and one more.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PanelProps } from "#domain/module.ts";
import { may } from "#app/lib/access.ts";
import { officeDayOf } from "#app/lib/office-time.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { MeetingLine } from "./list/meeting-rows.tsx";
import { type ListFilter, meetingListQuery } from "./meetings-data.ts";
import { NewMeetingDialog } from "./new-meeting-dialog.tsx";
import { useNow } from "./use-now.ts";

const few = 5;

function MeetingsOf({ filter, contact }: { filter: ListFilter; contact?: string }) {
  const coming = useQuery(meetingListQuery({ ...filter, part: "coming", most: few }));
  const past = useQuery(meetingListQuery({ ...filter, part: "past", most: few }));
  const [adding, setAdding] = useState(false);
  const now = useNow();
  const rows = [
    ...(coming.data ?? []),
    ...(past.data ?? []).filter(({ id }) => !coming.data?.some((each) => each.id === id)),
  ];
  const query = coming.isError ? coming : past;
  return (
    <RecordPanel
      title="Meetings"
      query={query}
      count={coming.data && rows.length}
      actions={
        may("meetings", "add") && (
          <IconButton name="plus" label="New meeting" size="compact" onClick={() => setAdding(true)} />
        )
      }
      rows={rows.map((row) => (
        <MeetingLine key={row.id} row={row} on={filter.of_contact ? "person" : "record"} />
      ))}
    >
      {adding && (
        <NewMeetingDialog day={officeDayOf(now)} {...(contact && { contact })} onClose={() => setAdding(false)} />
      )}
    </RecordPanel>
  );
}

export const OfContact = ({ record }: PanelProps) => (
  <MeetingsOf filter={{ of_contact: record.id }} contact={record.id} />
);
export const OfAccount = ({ record }: PanelProps) => <MeetingsOf filter={{ of_account: record.id }} />;
export const OfDeal = ({ record }: PanelProps) => <MeetingsOf filter={{ of_deal: record.id }} />;
