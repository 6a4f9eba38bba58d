// What of a mailbox could not be filed, message by message; the others were.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { countOf, formatWhen } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { troubleWords } from "../mailbox.ts";
import { type MailboxRow, troubleQuery } from "../mailbox-data.ts";

export function TroubleDialog({ mailbox: { id, address }, onClose }: { mailbox: MailboxRow; onClose: () => void }) {
  const trouble = useQuery(troubleQuery(id));
  return (
    <FormDialog title={`Set aside in ${address}`} keep="Close" confirm="Done" onClose={onClose} onConfirm={onClose}>
      {trouble.isPending && <LoadingRows rows={3} />}
      {trouble.isError && (
        <p role="alert" className="text-danger">
          Failed to load it. {messageOf(trouble.error)}
        </p>
      )}
      {trouble.data?.length === 0 && <p className="text-muted">Nothing is set aside any more.</p>}
      <ul className="border-t border-line">
        {trouble.data?.map(({ id: each, folder, uid, thread_id: thread, reason, tries, at }) => (
          <li key={each} className="border-b border-line py-2">
            <p className="wrap-anywhere">{troubleWords[reason] ?? reason.replaceAll("_", " ")}</p>
            <p className="text-caption wrap-anywhere text-muted">
              {folder !== null && `Folder ${folder}, message ${uid ?? "unknown"}, ${countOf(tries, "try", "tries")}, `}
              {thread && (
                <Link to={`/admin/mail/${thread}`} className="underline">
                  The thread
                </Link>
              )}{" "}
              {formatWhen(at)}
            </p>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
