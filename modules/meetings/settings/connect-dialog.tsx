// Connecting a calendar: tested first, and nothing is stored until one is chosen.
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { Checkbox, FieldError, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { connectCalendar } from "../calendars-data.ts";
import { calendarTrouble } from "../meeting.ts";

interface Found {
  url: string;
  name: string;
  mayWrite: boolean;
}

export function ConnectDialog({
  kind,
  hasWriting,
  onClose,
}: {
  kind: "caldav" | "ics";
  hasWriting: boolean;
  onClose: () => void;
}) {
  const form = useId();
  const queries = useQueryClient();
  const [draft, setDraft] = useState({ url: "", user: "", password: "", name: "" });
  const [found, setFound] = useState<Found[] | null>(null);
  const [reads, setReads] = useState<ReadonlySet<string>>(new Set());
  const [writes, setWrites] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (changed: Partial<typeof draft>) => {
    setDraft({ ...draft, ...changed });
    setFound(null);
    setError(null);
  };
  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      const chosen = found
        ?.filter(({ url }) => reads.has(url) || url === writes)
        .map(({ url, name }) => ({ url, name, writes: url === writes }));
      const answer = await connectCalendar(
        kind === "ics"
          ? { kind, url: draft.url, name: draft.name }
          : { kind, url: draft.url, user: draft.user, password: draft.password, ...(chosen && { chosen }) },
      );
      if ("failed" in answer) return setError(calendarTrouble(answer.failed, answer.host));
      if ("found" in answer) {
        setFound(answer.found);
        setReads(new Set(answer.found.map(({ url }) => url)));
        setWrites(hasWriting ? null : (answer.found.find(({ mayWrite }) => mayWrite)?.url ?? null));
        return;
      }
      toast({ title: "Connected", text: "It is being read now." });
      void queries.invalidateQueries({ queryKey: ["meetings"] });
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const nothing = found !== null && reads.size === 0 && writes === null;
  return (
    <FormDialog
      title={kind === "ics" ? "A calendar by its address" : "Connect a calendar"}
      busy={busy}
      blocked={!draft.url || nothing}
      onClose={onClose}
      form={form}
      confirm={busy ? "Testing" : found || kind === "ics" ? "Connect" : "Test"}
    >
      <form
        id={form}
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          label={kind === "ics" ? "Address of the calendar" : "Server"}
          size="compact"
          required
          marked
          placeholder={kind === "ics" ? "https://calendar.example/secret.ics" : "caldav.example.com"}
          value={draft.url}
          onChange={({ target }) => set({ url: target.value })}
          hint={kind === "ics" ? "Read only. Whoever knows the address can read it, so it is kept sealed." : undefined}
        />
        {kind === "ics" ? (
          <TextField
            label="Name"
            size="compact"
            maxLength={200}
            dir="auto"
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        ) : (
          <>
            <TextField
              label="User name"
              size="compact"
              autoComplete="off"
              required
              marked
              value={draft.user}
              onChange={({ target }) => set({ user: target.value })}
            />
            <TextField
              label="Password"
              size="compact"
              type="password"
              autoComplete="off"
              required
              marked
              value={draft.password}
              onChange={({ target }) => set({ password: target.value })}
              hint="Most providers want an app password. It is sealed, and never shown again."
            />
          </>
        )}
        {error && <FieldError>{error}</FieldError>}
        {found && (
          <div className="grid gap-2">
            <p className="font-semibold">What makes you busy?</p>
            {found.map(({ url, name }) => (
              <Checkbox
                key={url}
                label={name}
                checked={reads.has(url)}
                onChange={({ target }) =>
                  setReads(new Set(target.checked ? [...reads, url] : [...reads].filter((each) => each !== url)))
                }
              />
            ))}
            <label htmlFor={`${form}-writes`} className="mt-1 font-semibold">
              Where do our meetings go?
            </label>
            <select
              id={`${form}-writes`}
              className="min-h-9.5 rounded-1 border border-control bg-surface px-2"
              value={writes ?? ""}
              onChange={({ target }) => setWrites(target.value || null)}
            >
              <option value="">Into none of these</option>
              {found
                .filter(({ mayWrite }) => mayWrite)
                .map(({ url, name }) => (
                  <option key={url} value={url}>
                    {name}
                  </option>
                ))}
            </select>
          </div>
        )}
      </form>
    </FormDialog>
  );
}
