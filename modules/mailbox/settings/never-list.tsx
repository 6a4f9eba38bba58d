// What is never read: decided before any text is fetched. A new rule asks what becomes of what was filed before.
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Checkbox, inputClass, SelectField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { countNever, type Never, type NeverKind, neverQuery, useAddNever, useRemoveNever } from "../mailbox-data.ts";

const icons: Record<NeverKind, IconName> = { address: "user", domain: "globe", folder: "folder", label: "flag" };
const isKind = (kind: string): kind is NeverKind => Object.hasOwn(icons, kind);
const wordsOf = (kind: string, value: string) =>
  kind === "domain"
    ? `Everyone at ${value}`
    : kind === "folder"
      ? `Folder “${value}”`
      : kind === "label"
        ? `Label “${value}”`
        : value;

/** What was typed is an address, a domain, or the name of a folder. */
export function kindOf(typed: string): NeverKind {
  const value = typed.trim();
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)) return "address";
  return /^@?[^@\s/]+\.[a-z]{2,}$/i.test(value) ? "domain" : "folder";
}

export function NeverList() {
  const rules = useQuery(neverQuery);
  const remove = useRemoveNever();
  const [typed, setTyped] = useState("");
  const [asking, setAsking] = useState<Never | null>(null);
  const fixed = ["Junk, Trash and Drafts", "Label “Private” and mails marked confidential"];
  return (
    <section aria-label="Never read" className={panelClass}>
      <h2 className="border-b border-line px-4 py-3 text-small font-[640]">Never read</h2>
      <div className="grid gap-3 p-4">
        <p className="text-caption text-muted">
          Decided before any text is fetched. Mail of strangers leaves no trace here: only mail with a known contact is
          filed.
        </p>
        {rules.isPending && <LoadingRows rows={2} />}
        {rules.isError && (
          <p role="alert" className="text-danger">
            Failed to load the list. It holds all the same. {messageOf(rules.error)}
          </p>
        )}
        <ul>
          {fixed.map((words) => (
            <li key={words} className="flex min-h-9 items-center gap-3 border-b border-line py-1.5 text-caption">
              <Icon name="lock" className="size-4 shrink-0" />
              <span className="min-w-0 flex-1">{words}</span>
              <span className="text-muted">always</span>
            </li>
          ))}
          {rules.data?.map(({ id, kind, value, owner_id: owner }) => (
            <li key={id} className="flex min-h-9 items-center gap-3 border-b border-line py-0.5 text-caption">
              <Icon name={isKind(kind) ? icons[kind] : "lock"} className="size-4 shrink-0" />
              <span dir="auto" className="min-w-0 flex-1 text-left wrap-anywhere">
                {wordsOf(kind, value ?? "")}
                {owner === null && <span className="text-muted"> in every mailbox</span>}
              </span>
              {(owner !== null || may("mailbox", "edit")) && (
                <IconButton
                  name="close"
                  label={`Read again: ${wordsOf(kind, value ?? "")}`}
                  size="compact"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(id)}
                />
              )}
            </li>
          ))}
        </ul>
        {may("mailbox", "add") && (
          <form
            className="flex flex-wrap gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.trim()) setAsking({ kind: kindOf(typed), value: typed.trim(), everyone: false });
            }}
          >
            <input
              aria-label="Address, domain or folder"
              placeholder="Address, domain or folder"
              maxLength={320}
              className={`${inputClass("compact")} min-w-0 flex-1 basis-56`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" variant="line" size="compact" disabled={typed.trim() === ""}>
              Never read
            </Button>
          </form>
        )}
      </div>
      {asking && (
        <NeverDialog
          rule={asking}
          onClose={() => setAsking(null)}
          onDone={() => {
            setAsking(null);
            setTyped("");
          }}
        />
      )}
    </section>
  );
}

function NeverDialog({ rule: begun, onClose, onDone }: { rule: Never; onClose: () => void; onDone: () => void }) {
  const [rule, setRule] = useState(begun);
  const [removes, setRemoves] = useState(true);
  const count = useQuery({ queryKey: ["mailbox", "never count", rule], queryFn: () => countNever(rule), staleTime: 0 });
  const add = useAddNever();
  const go = useMutation({
    mutationFn: () => add.mutateAsync({ ...rule, remove_filed: removes && (count.data ?? 0) > 0 }),
    onSuccess: () => {
      toast({ title: `${wordsOf(rule.kind, rule.value)} is never read` });
      onDone();
    },
  });
  return (
    <FormDialog
      title={`Never read ${wordsOf(rule.kind, rule.value)}?`}
      confirm="Never read it"
      busy={go.isPending}
      blocked={count.isPending}
      onClose={onClose}
      onConfirm={() => go.mutate()}
    >
      <div className="grid gap-4">
        <SelectField
          label="What it is"
          size="compact"
          value={rule.kind}
          onChange={(event) => isKind(event.target.value) && setRule({ ...rule, kind: event.target.value })}
        >
          <option value="address">An address</option>
          <option value="domain">A domain, with everyone at it</option>
          <option value="folder">A folder of the mailbox</option>
          <option value="label">A label</option>
        </SelectField>
        {may("mailbox", "edit") && (
          <Checkbox
            label="In every mailbox of the firm, not only in mine"
            checked={rule.everyone}
            onChange={(event) => setRule({ ...rule, everyone: event.target.checked })}
          />
        )}
        {count.isError && (
          <p role="alert" className="text-danger">
            {messageOf(count.error)}
          </p>
        )}
        {count.data !== undefined && count.data > 0 && (
          <Checkbox
            label={`Remove the ${countOf(count.data, "mail")} filed before, too. Nothing of them is left, not even that they existed.`}
            checked={removes}
            onChange={(event) => setRemoves(event.target.checked)}
          />
        )}
        {count.data === 0 && <p className="text-muted">Nothing of it was filed before.</p>}
      </div>
    </FormDialog>
  );
}
