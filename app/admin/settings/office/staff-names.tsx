import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Colleague, staffQuery } from "#app/lib/office.ts";
import { messageOf, RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { Panel, Refused } from "../panel.tsx";
import { FailedPanel } from "./failed-panel.tsx";

/** Administrators, by the names that owners, assignees and authors are shown with. Those who left stay. */
export function StaffNames() {
  const staff = useQuery(staffQuery);
  return (
    <Panel title="Names" note="What owners, assignees and authors are shown with. Those who left keep theirs.">
      {staff.isPending && <LoadingRows rows={2} />}
      {staff.isError && <FailedPanel what="the staff" query={staff} />}
      <ul className="grid gap-4">
        {staff.data?.map((colleague) => (
          <li key={colleague.user_id}>
            <StaffName key={colleague.name} colleague={colleague} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function StaffName({ colleague }: { colleague: Colleague }) {
  const [name, setName] = useState(colleague.name);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (next: string) => {
      const named = supabase().from("staff").update({ name: next }).eq("user_id", colleague.user_id);
      const rows: unknown[] = unwrap(await named.select("user_id"));
      if (rows.length === 0) throw new RequestError("Only administrators change names.", 403);
    },
    onSuccess: async () => {
      toast({ title: "Name saved" });
      await client.invalidateQueries({ queryKey: staffQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(name.trim());
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <TextField
          label={colleague.active ? "Name" : "Name (left)"}
          size="compact"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          type="submit"
          size="dialog"
          variant="line"
          aria-label={`Save the name ${colleague.name}`}
          disabled={save.isPending || name.trim() === colleague.name || name.trim() === ""}
        >
          Save
        </Button>
      </div>
      {save.isError && <Refused>{messageOf(save.error)}</Refused>}
    </form>
  );
}
