// How replies leave a mailbox, where their copies go, and how long mail is kept.
import { useQuery } from "@tanstack/react-query";
import { usePublishing } from "#app/lib/publishing.ts";
import { Chip } from "#app/ui/badge.tsx";
import { inputClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { Switch } from "#app/ui/switch.tsx";
import { foldersQuery, type MailboxRow, useSetMailbox } from "../mailbox-data.ts";

const months = [6, 12, 24, 36, 60, 120];

export function SendingFacts({ mailbox }: { mailbox: MailboxRow }) {
  const { id, may_change: mayChange, keep_months: kept, counts_for_ties: counts } = mailbox;
  const safe = !usePublishing();
  const folders = useQuery({ ...foldersQuery(id), enabled: mayChange }).data ?? [];
  const set = useSetMailbox();
  return (
    <section aria-label="Sending and copies" className={panelClass}>
      <h2 className="border-b border-line px-4 py-3 text-small font-[640]">Sending and copies</h2>
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2.5 p-4 text-caption">
        <dt className="text-muted">Replies go</dt>
        <dd>
          {mailbox.smtp_host ? (
            <span className="grid justify-items-start gap-1">
              Through the outbox, by {mailbox.smtp_host}.
              {safe && (
                <Chip tone="safe">
                  <Icon name="lock" className="size-3.5" />
                  Held by SAFE
                </Chip>
              )}
            </span>
          ) : (
            "Nowhere: this mailbox has no server to send by"
          )}
        </dd>
        <dt className="text-muted">Copy in Sent</dt>
        <dd className="grid gap-1.5">
          Looked for after 2 minutes, put there if missing, never twice
          {mayChange && folders.length > 0 && (
            <select
              aria-label="Folder of sent mail"
              className={inputClass("compact")}
              value={mailbox.sent_folder ?? ""}
              disabled={set.isPending}
              onChange={(event) =>
                event.target.value && set.mutate({ mailbox: id, changes: { sent_folder: event.target.value } })
              }
            >
              {mailbox.sent_folder === null && <option value="">Which folder is Sent?</option>}
              {folders
                .filter(({ special_use: use }) => !["inbox", "junk", "trash", "drafts", "all"].includes(use ?? ""))
                .map(({ path }) => (
                  <option key={path} value={path}>
                    {path}
                  </option>
                ))}
            </select>
          )}
        </dd>
        <dt className="text-muted">Kept for</dt>
        <dd>
          {mayChange ? (
            <select
              aria-label="Kept for"
              className={inputClass("compact")}
              value={kept}
              disabled={set.isPending}
              onChange={(event) => set.mutate({ mailbox: id, changes: { keep_months: Number(event.target.value) } })}
            >
              {[...new Set([...months, kept])]
                .toSorted((a, b) => a - b)
                .map((number) => (
                  <option key={number} value={number}>
                    {number} months
                  </option>
                ))}
            </select>
          ) : (
            `${kept} months`
          )}
        </dd>
        <dt className="text-muted">Counts for ties</dt>
        <dd>
          {mayChange ? (
            <Switch
              label="Counts for ties"
              checked={counts}
              disabled={set.isPending}
              onChange={(on) => set.mutate({ mailbox: id, changes: { counts_for_ties: on } })}
            />
          ) : counts ? (
            "Yes"
          ) : (
            "No"
          )}
        </dd>
      </dl>
      {mayChange && folders.length > 0 && <Folders mailbox={mailbox} />}
    </section>
  );
}

function Folders({ mailbox: { id } }: { mailbox: MailboxRow }) {
  const folders = useQuery(foldersQuery(id)).data ?? [];
  const set = useSetMailbox();
  return (
    <details className="border-t border-line px-4 py-3 text-caption">
      <summary className="cursor-pointer font-semibold">Folders that are read</summary>
      <ul className="mt-2 grid max-h-72 gap-1.5 overflow-y-auto">
        {folders.map(({ id: folder, path, special_use: use, wanted, state, trouble }) => {
          const never = ["junk", "trash", "drafts"].includes(use ?? "");
          return (
            <li key={folder} className="flex items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                {path}
                <span className="block text-xs text-muted">
                  {never
                    ? "Never read"
                    : state === "gone"
                      ? "No longer in the mailbox"
                      : state === "shut"
                        ? "Cannot be opened"
                        : state === "behind" || state === "recount"
                          ? "Being read back"
                          : trouble > 0
                            ? `${trouble} set aside`
                            : "Read"}
                </span>
              </span>
              {!never && (
                <Switch
                  label={`Read ${path}`}
                  checked={wanted}
                  disabled={set.isPending}
                  onChange={(on) => set.mutate({ mailbox: id, changes: { folders: { [path]: on } } })}
                />
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
