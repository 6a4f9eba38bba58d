// A colleague leaves: what ends now, and who takes over what they hold.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { FieldError, inputClass } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { type Colleague, leavingQuery, useTeamCall } from "./team-data.ts";

const fallsTo = {
  company_owner: "The owner of the company, or you",
  me: "You",
  me_if_empty: "You, where no one else is left",
};

const kindName = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1);

export function LeaveDialog({
  colleague,
  colleagues,
  onClose,
}: {
  colleague: Colleague;
  colleagues: readonly Colleague[];
  onClose: () => void;
}) {
  const leaving = useQuery(leavingQuery(colleague.user_id));
  const leave = useTeamCall("deactivate_colleague");
  /** By kind; what is not in it goes to the owner of each record's company. */
  const [heirs, setHeirs] = useState<Record<string, string>>({});
  const others = colleagues.filter(({ user_id }) => user_id !== colleague.user_id);
  const ends = leaving.data && [
    ...(leaving.data.sessions > 0 ? [countOf(leaving.data.sessions, "session")] : []),
    ...(leaving.data.passkeys > 0 ? [countOf(leaving.data.passkeys, "passkey")] : []),
    "links to sign in that are on their way",
  ];
  return (
    <FormDialog
      danger
      autofocus="keep"
      title={`Deactivate ${colleague.name}`}
      onClose={onClose}
      busy={leave.isPending}
      blocked={!leaving.data}
      confirm={leave.isPending ? "Deactivating..." : `Deactivate ${colleague.name}`}
      onConfirm={() =>
        leave.mutate(
          {
            person: colleague.user_id,
            heirs: Object.fromEntries(Object.entries(heirs).filter(([, heir]) => heir !== "")),
          },
          {
            onSuccess: () => {
              toast({ title: `${colleague.name} is deactivated` });
              onClose();
            },
          },
        )
      }
    >
      <div className="grid gap-4 text-left">
        <p>They cannot sign in from the next click on. Their name stays on everything they did.</p>
        {leaving.isPending && <LoadingRows rows={3} />}
        {leaving.isError && <FieldError>{messageOf(leaving.error)}</FieldError>}
        {ends && (
          <section aria-label="This ends now" className="rounded-1 bg-danger-bg px-3 py-2.5">
            <p className="font-[620]">This ends now</p>
            <ul className="list-disc pl-5">
              {ends.map((what) => (
                <li key={what}>{what}</li>
              ))}
            </ul>
          </section>
        )}
        {leaving.data && Object.keys(leaving.data.holds).length > 0 && (
          <table className="w-full border-collapse text-left">
            <caption className="pb-1 text-left font-[620]">Who takes over</caption>
            <tbody>
              {Object.entries(leaving.data.holds).map(([kind, count]) => (
                <tr key={kind} className="border-t border-line max-sm:grid max-sm:py-2">
                  <th scope="row" className="py-2 pr-3 font-[520] max-sm:py-0">
                    {kindName(kind)}
                  </th>
                  <td className="py-2 pr-3 text-muted max-sm:py-0">{count}</td>
                  <td className="py-2 max-sm:py-1">
                    <select
                      aria-label={`Who takes over ${kind}`}
                      className={inputClass("compact")}
                      value={heirs[kind] ?? ""}
                      onChange={({ target }) => setHeirs((old) => ({ ...old, [kind]: target.value }))}
                    >
                      <option value="">{fallsTo[leaving.data.falls_to[kind] ?? "me"]}</option>
                      {others.map(({ user_id, name }) => (
                        <option key={user_id} value={user_id}>
                          {name}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className="text-caption text-muted">Reactivating gives the account back, not the records.</p>
        {leave.error && <FieldError>{messageOf(leave.error)}</FieldError>}
      </div>
    </FormDialog>
  );
}
