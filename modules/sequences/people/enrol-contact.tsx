// In the menu of a contact's page, and for the people who are selected in the list of contacts.
import { EnrolDialog } from "./enrol-dialog.tsx";

export const EnrolContact = ({ record, onClose }: { record: { id: string }; onClose: () => void }) => (
  <EnrolDialog contacts={[record.id]} onClose={onClose} />
);

export const EnrolSelected = ({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) => (
  <EnrolDialog contacts={ids} onClose={onClose} />
);
