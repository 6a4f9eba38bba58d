// Back from Google or Microsoft: what the address brought is exchanged once, and the owner says which calendars make them busy.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { site } from "#content/site.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, FieldError } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { cameBack, chooseCalendars, serviceNames } from "../calendars-data.ts";
import { calendarTrouble } from "../meeting.ts";

const settings = "/admin/settings?tab=calendars";
type Found = Extract<Awaited<ReturnType<typeof cameBack>>, { found: unknown }>;

export default function CalendarReturn() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [state, setState] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const [reads, setReads] = useState<ReadonlySet<string>>(new Set());
  const [writes, setWrites] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sent = useRef(false);

  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    const query = new URLSearchParams(window.location.search);
    const given = query.get("state") ?? "";
    setState(given);
    // The code stays in no history and in no address that is copied.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    const code = query.get("code");
    const refused = query.get("error");
    cameBack({ state: given, ...(code && { code }), ...(refused && { error: refused.slice(0, 200) }) })
      .then((answer) => {
        if ("failed" in answer) return setError(calendarTrouble(answer.failed, "The service"));
        void queries.invalidateQueries({ queryKey: ["meetings"] });
        setFound(answer);
        setReads(new Set(answer.found.slice(0, 1).map(({ id }) => id)));
        setWrites(!answer.hasOwn);
        return undefined;
      })
      .catch((failure: unknown) => setError(messageOf(failure)));
  }, [queries]);

  const connect = async () => {
    setBusy(true);
    setError(null);
    try {
      const answer = await chooseCalendars({ state, reads: [...reads], writes });
      if ("failed" in answer) return setError(calendarTrouble(answer.failed, found ? serviceNames[found.kind] : ""));
      toast({ title: "Connected", text: "It is being read now." });
      void queries.invalidateQueries({ queryKey: ["meetings"] });
      await navigate(settings, { replace: true });
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-labelledby="calendar-return" className={`${panelClass} mx-auto max-w-140 rounded-br-[1.25rem]`}>
      <title>{`Connecting a calendar | ${site.name} admin`}</title>
      <header className="border-b border-line px-4 py-3">
        <h1 id="calendar-return" className="text-small font-[640]">
          {found ? `Calendars at ${serviceNames[found.kind]}` : "Connecting a calendar"}
        </h1>
        {found && <p className="text-caption text-muted wrap-anywhere">{found.account}</p>}
      </header>
      <div className="grid gap-3 px-4 py-3.5">
        {!found && !error && <LoadingRows rows={2} />}
        {error && <FieldError>{error}</FieldError>}
        {found && found.again > 0 && <p>Signed in again. The calendars of this account are being read.</p>}
        {found && found.found.length > 0 && (
          <fieldset disabled={busy} className="grid gap-2">
            <legend className="mb-2 font-semibold">What makes you busy?</legend>
            {found.found.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={reads.has(id)}
                onChange={({ target }) =>
                  setReads(new Set(target.checked ? [...reads, id] : [...reads].filter((each) => each !== id)))
                }
              />
            ))}
          </fieldset>
        )}
        {found && !found.hasOwn && (
          <fieldset disabled={busy} className="grid gap-1">
            <legend className="mb-2 font-semibold">Where do our meetings go?</legend>
            <Checkbox
              label="Into a calendar “Guidevane meetings” that we make there"
              checked={writes}
              onChange={({ target }) => setWrites(target.checked)}
            />
            <p className="text-caption text-muted">Your other calendars are never changed.</p>
          </fieldset>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Link to={settings} className="inline-flex min-h-11 items-center px-3 underline">
            {found ? "Not now" : "Back to calendars"}
          </Link>
          {found && (
            <Button
              size="compact"
              disabled={busy || (reads.size === 0 && (!writes || found.hasOwn))}
              onClick={() => void connect()}
            >
              {busy ? "Connecting" : "Connect"}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
