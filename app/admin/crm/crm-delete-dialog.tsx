// Asks before deleting accounts or contacts, and says what goes with them.
import { useQuery } from "@tanstack/react-query";
import { countOf } from "#app/lib/formats.ts";
import { contactsOfQuery } from "./accounts/accounts-data.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import type { CrmRecord, Entity } from "./entity.ts";
import { useDeleteRecords } from "./record-mutations.ts";

export function CrmDeleteDialog({
  entity,
  records,
  onClose,
  onDeleted,
}: {
  entity: Entity;
  /** None: nothing is asked. */
  records: CrmRecord[];
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const remove = useDeleteRecords(entity);
  const ids = records.map((record) => record.id);
  const isAccount = entity.table === "accounts";
  const contacts = useQuery({ ...contactsOfQuery(isAccount ? ids : []), retry: false });
  const one = records.length === 1;
  const what = one
    ? (records[0]?.name ?? null)
    : records.length
      ? countOf(records.length, entity.one, entity.many)
      : null;

  const ofAccounts = () => {
    if (contacts.isError) return `${one ? "Its" : "Their"} contacts are deleted too.`;
    if (contacts.data === undefined || contacts.isFetching) return null;
    if (contacts.data === 0) return one ? "It has no contacts." : "They have no contacts.";
    return `${one ? "Its" : "Their"} ${countOf(contacts.data, "contact")} ${contacts.data === 1 ? "is" : "are"} deleted too.`;
  };
  const ofContacts = one ? "The company stays." : "Their companies stay.";

  return (
    <DeleteDialog
      what={what}
      consequence={isAccount ? ofAccounts() : ofContacts}
      onClose={onClose}
      onConfirm={() => {
        // Gone from the list at once; the mutation brings the rows back if the server refuses.
        remove.mutate(ids, { onSuccess: () => onDeleted?.() });
        onClose();
      }}
    />
  );
}
