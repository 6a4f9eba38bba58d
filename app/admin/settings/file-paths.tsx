import { useId, useState } from "react";
import { folderPath, folders } from "#content/folder-conventions.ts";
import { useQuery } from "@tanstack/react-query";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { referenceNameQuery } from "#app/records/reference-data.ts";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { Chip } from "#app/ui/badge.tsx";

/** What the folders are named after. */
const accounts = { table: "accounts", one: "account" };

/** The folder conventions, with a live example for an account of your choice. */
export function FilePaths() {
  const id = useId();
  const [account, setAccount] = useState("");
  const chosen = useQuery(referenceNameQuery(accounts, account)).data;
  const name = chosen ?? "Ostrey & Reed";
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <section aria-label="File paths" className={panelClass}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <label htmlFor={id} className="text-caption font-semibold">
          Example for
        </label>
        <div className="w-full sm:w-72">
          <ReferencePicker
            label="Example for"
            to={accounts}
            value={account}
            onChange={setAccount}
            control={{ id, "aria-invalid": undefined, "aria-describedby": undefined }}
          />
        </div>
        <p className="text-caption text-muted">
          Folders carry the account's name, not its id. Names are made path-safe.
        </p>
      </div>
      <dl>
        {folders.map((folder) => (
          <div
            key={folder.id}
            className="grid gap-x-4 border-b border-line px-4 py-2.75 last:border-0 sm:grid-cols-[12rem_1fr]"
          >
            <dt className="font-semibold">{folder.name}</dt>
            <dd className="min-w-0">
              <code className="wrap-anywhere">{folder.path}</code>
              {folder.condition && (
                <span className="ml-2">
                  <Chip tone="dev">{folder.condition}</Chip>
                </span>
              )}
              <code data-example={folder.id} className="block wrap-anywhere text-muted">
                {folderPath(folder.id, { asset: `${name} brief`, Account: name, date: today })}
              </code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
