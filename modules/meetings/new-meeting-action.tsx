// "m" on a person's page, and in the palette everywhere.
import type { RecordAt } from "#domain/module.ts";
import { officeDayOf } from "#app/lib/office-time.ts";
import { NewMeetingDialog } from "./new-meeting-dialog.tsx";
import { useNow } from "./use-now.ts";

export default function NewMeetingAction({ onClose, at }: { onClose: () => void; at: RecordAt | null }) {
  const now = useNow();
  return (
    <NewMeetingDialog day={officeDayOf(now)} {...(at?.table === "contacts" && { contact: at.id })} onClose={onClose} />
  );
}
