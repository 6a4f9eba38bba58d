// One field of a deal, or of several, changed from a menu: who owns it, when it is expected to close.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "#app/lib/formats.ts";
import { staffQuery } from "#app/lib/office.ts";
import { messageOf, RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Field, inputClass } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { refreshDeals } from "./deal-moves-data.ts";

type Change = { owner_id: string | null } | { expected_close: string | null };

/** How many changed. In parts, so that addresses stay short. */
export async function changeDeals(ids: readonly string[], change: Change | { archived_at: string | null }) {
  let changed = 0;
  for (let from = 0; from < ids.length; from += 100) {
    const some = supabase()
      .from("deals")
      .update(change)
      .in("id", ids.slice(from, from + 100));
    changed += unwrap(await some.select("id")).length;
  }
  if (changed === 0) throw new RequestError("The deal no longer exists.", 404);
  return changed;
}

export function useChangeDeals(said: (count: number) => string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, change }: { ids: readonly string[]; change: Change }) => changeDeals(ids, change),
    onSuccess: (count) => toast({ title: said(count) }),
    onError: (error) => toast({ title: "Failed to save", text: messageOf(error), tone: "danger" }),
    onSettled: () => void refreshDeals(client),
  });
}

export interface Changed {
  ids: readonly string[];
  /** "Norrfall publishing desk", "3 deals". */
  name: string;
  owner_id?: string | null;
  expected_close?: string | null;
}

export function OwnerDialog({ deals, onClose }: { deals: Changed; onClose: () => void }) {
  const staff = useQuery(staffQuery).data ?? [];
  const [owner, setOwner] = useState(deals.owner_id ?? "");
  const save = useChangeDeals((count) =>
    count === 1 ? "Owner changed" : `${countOf(count, "deal")} have a new owner`,
  );
  const people = staff.filter(({ active, user_id }) => active || user_id === deals.owner_id);
  return (
    <OneField
      title="Change owner"
      deals={deals}
      onClose={onClose}
      busy={save.isPending}
      onSave={() => save.mutate({ ids: deals.ids, change: { owner_id: owner || null } }, { onSettled: onClose })}
    >
      <Field label="Owner" size="compact">
        {(control) => (
          <select
            {...control}
            value={owner}
            onChange={(event) => setOwner(event.target.value)}
            className={inputClass("compact")}
          >
            <option value="">Nobody</option>
            {people.map(({ user_id, name }) => (
              <option key={user_id} value={user_id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </OneField>
  );
}

export function DayDialog({ deals, onClose }: { deals: Changed; onClose: () => void }) {
  const [day, setDay] = useState(deals.expected_close ?? "");
  const save = useChangeDeals(() => "Closing date changed");
  return (
    <OneField
      title="Change closing date"
      deals={deals}
      onClose={onClose}
      busy={save.isPending}
      onSave={() => save.mutate({ ids: deals.ids, change: { expected_close: day || null } }, { onSettled: onClose })}
    >
      <Field label="Expected close" size="compact">
        {(control) => <LateDayInput label="Expected close" value={day} onChange={setDay} control={control} />}
      </Field>
    </OneField>
  );
}

function OneField({
  title,
  deals,
  busy,
  onClose,
  onSave,
  children,
}: {
  title: string;
  deals: Changed;
  busy: boolean;
  onClose: () => void;
  onSave: () => void;
  children: React.ReactNode;
}) {
  return (
    <FormDialog
      narrow
      busy={busy}
      onClose={onClose}
      title={title}
      confirm={busy ? "Saving..." : "Save"}
      form="one-field"
    >
      <form
        id="one-field"
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <p className="wrap-anywhere text-muted">{deals.name}</p>
        {children}
      </form>
    </FormDialog>
  );
}
