// T, on every page: a task for the record that is open, or for none.
import type { RecordAt } from "#domain/module.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { QuickAdd } from "./quick-add.tsx";

const aboutTables = ["accounts", "contacts", "deals"];

export default function QuickAddDialog({ onClose, at }: { onClose: () => void; at: RecordAt | null }) {
  const about = at && aboutTables.includes(at.table) ? at : null;
  return (
    <Dialog open onClose={onClose} title="Add a task">
      <QuickAdd about={about} draftKey={`task ${about?.id ?? "new"}`} onAdded={onClose} focused />
      <p className="mt-3 text-caption text-muted">
        {about && (about.name ? `It is added to ${about.name}. ` : "It is added to the record that is open. ")}Days are
        read from the words: tomorrow, fri, in 3 days, 17 nov, next week. Also an hour, #company, @colleague and !high.
      </p>
    </Dialog>
  );
}
