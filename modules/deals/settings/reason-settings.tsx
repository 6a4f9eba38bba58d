// Why deals are won and lost.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Checkbox, inputClass } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { currentTime } from "#domain/clock.ts";
import { useDealSettings } from "./deal-settings-data.ts";
import { type Reason, reasonsQuery } from "../deals-data.ts";
import { SavedInput } from "./saved-input.tsx";

const kinds = [
  ["lost", "Reasons for lost deals"],
  ["won", "Reasons for won deals"],
] as const;

export function ReasonSettings() {
  const reasons = useQuery(reasonsQuery);
  return (
    <section aria-label="Reasons" className={panelClass}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">Reasons</h2>
        <p className="text-caption text-muted">
          A lost deal always has one. A reason that is retired is no longer offered; deals that have it keep it.
        </p>
      </header>
      {reasons.isPending && <LoadingRows rows={4} />}
      {reasons.isError && (
        <p role="alert" className="px-4 py-3 text-danger">
          Failed to load the reasons. {messageOf(reasons.error)}
        </p>
      )}
      {reasons.data &&
        kinds.map(([kind, title]) => {
          const own = reasons.data.filter((reason) => reason.kind === kind);
          return (
            <div key={kind} className="border-b border-line py-2 last:border-0">
              <h3 className="px-4 py-1 text-caption font-[640]">{title}</h3>
              <ul>
                {own.map((reason) => (
                  <ReasonRow key={reason.id} reason={reason} last={own.length === 1 && kind === "lost"} />
                ))}
              </ul>
              <AddReason kind={kind} sort={own.length + 1} />
            </div>
          );
        })}
    </section>
  );
}

function ReasonRow({ reason, last }: { reason: Reason; last: boolean }) {
  const save = useDealSettings(`${reason.name} saved`);
  const { id, name } = reason;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-1 sm:grid-cols-[minmax(0,1fr)_12rem_auto]">
      <SavedInput
        label={`Name of the reason ${name}`}
        value={name}
        check={(text) => text !== ""}
        onSave={(next) => save.mutate({ what: "change reason", id, change: { name: next } })}
      />
      <span className="max-sm:row-start-2">
        <Checkbox
          label="Needs a note"
          aria-label={`${name} needs a note`}
          checked={reason.needs_note}
          onChange={(event) => save.mutate({ what: "change reason", id, change: { needs_note: event.target.checked } })}
        />
      </span>
      <IconButton
        name="close"
        label={`Retire the reason ${name}`}
        size="compact"
        className="hover:text-danger"
        disabled={last}
        onClick={() => save.mutate({ what: "change reason", id, change: { archived_at: currentTime().toISOString() } })}
      />
    </li>
  );
}

function AddReason({ kind, sort }: { kind: Reason["kind"]; sort: number }) {
  const add = useDealSettings("Reason added");
  const [name, setName] = useState("");
  return (
    <form
      className="flex flex-wrap gap-2 px-4 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim())
          add.mutate({ what: "add reason", kind, name: name.trim(), sort }, { onSuccess: () => setName("") });
      }}
    >
      <input
        aria-label={`New reason for ${kind} deals`}
        placeholder="New reason"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className={`${inputClass("compact")} max-w-60`}
      />
      <Button type="submit" variant="line" size="compact" icon="plus" disabled={add.isPending}>
        Add reason<span className="sr-only"> for {kind} deals</span>
      </Button>
    </form>
  );
}
