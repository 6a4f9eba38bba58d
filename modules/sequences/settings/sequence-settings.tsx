// Settings that hold for all sequences: one at a time, whom a reply stops, how many mails a company gets in a day.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Checkbox, TextField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";

interface Settings {
  one_at_a_time: boolean;
  stop_whole_account: boolean;
  domain_cap: number;
}

const columns = "one_at_a_time, stop_whole_account, domain_cap";

export default function SequenceSettings() {
  const queries = useQueryClient();
  const settings = useQuery({
    queryKey: ["sequences", "settings"],
    queryFn: async () => {
      const found = supabase().from("sequence_settings").select(columns);
      return unwrap(await found)[0] ?? null;
    },
  });
  const save = useMutation({
    mutationFn: async (changes: Partial<Settings>) =>
      unwrap(await supabase().from("sequence_settings").update(changes).is("id", true).select(columns)),
    onSuccess: () => toast({ title: "Saved" }),
    onError: (error) => toast({ title: "Failed to save", text: messageOf(error), tone: "danger" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sequences"] }),
  });
  return (
    <section aria-label="Sequences" className={`${panelClass} overflow-clip`}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">Sequences</h2>
        <p className="text-caption text-muted">What holds for all of them, from the next enrolment or step on.</p>
      </header>
      {settings.isPending && <LoadingRows rows={3} />}
      {settings.isError && (
        <FailedRow what="these settings" why={messageOf(settings.error)} onRetry={() => void settings.refetch()} />
      )}
      {settings.data && (
        <div className="grid gap-4 px-4 py-4">
          <Checkbox
            label="A person is in one sequence at a time"
            checked={settings.data.one_at_a_time}
            disabled={save.isPending}
            onChange={(event) => save.mutate({ one_at_a_time: event.target.checked })}
          />
          <Checkbox
            label="A reply, a booking or an accepted proposal ends the sequences of everyone in the company"
            checked={settings.data.stop_whole_account}
            disabled={save.isPending}
            onChange={(event) => save.mutate({ stop_whole_account: event.target.checked })}
          />
          <DomainCap
            value={settings.data.domain_cap}
            busy={save.isPending}
            onSave={(cap) => save.mutate({ domain_cap: cap })}
          />
        </div>
      )}
    </section>
  );
}

function DomainCap({ value, busy, onSave }: { value: number; busy: boolean; onSave: (cap: number) => void }) {
  const [typed, setTyped] = useState(String(value));
  const cap = Number(typed);
  const isRight = Number.isInteger(cap) && cap >= 1 && cap <= 1000;
  return (
    <div className="flex max-w-96 flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label="Mails of all sequences to one domain in a day"
          size="compact"
          inputMode="numeric"
          value={typed}
          error={isRight ? undefined : "From 1 to 1,000."}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button variant="line" size="dialog" disabled={busy || !isRight || cap === value} onClick={() => onSave(cap)}>
        Save
      </Button>
    </div>
  );
}
