// The composer over whatever page is open: by "e", from the palette, from a mail address, or for the records that are selected in a list.
import type { RecordAt } from "#domain/module.ts";
import type { RecipientKind } from "./compose-data.ts";
import { ComposeDialog } from "./compose-dialog.tsx";

const kinds: readonly string[] = ["contacts", "accounts", "deals"] satisfies RecipientKind[];
const isKind = (table: string): table is RecipientKind => kinds.includes(table);

export default function WriteMail({ at, onClose }: { at: RecordAt | null; onClose: () => void }) {
  const start = at && isKind(at.table) ? { kind: at.table, ids: [at.id] } : null;
  return <ComposeDialog start={start} onClose={onClose} onWritten={onClose} />;
}

interface Selected {
  ids: readonly string[];
  onClose: () => void;
}
const writeTo = (kind: RecipientKind) =>
  function WriteToSelected({ ids, onClose }: Selected) {
    return <ComposeDialog start={{ kind, ids }} onClose={onClose} onWritten={onClose} />;
  };

export const writeToMany = { contacts: writeTo("contacts"), accounts: writeTo("accounts"), deals: writeTo("deals") };
