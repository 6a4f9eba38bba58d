// The window's one stream, for screens: what changed on a record, and who else is on it.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { heartbeatMs, type LiveChange, type LivePresence, type Person, type PresenceReport } from "#domain/live.ts";
import { callApi, fetchApi } from "./api.ts";
import { type LiveEvent, openLive } from "./live.ts";
import { followChanges, refreshMs } from "./live-queries.ts";
import { newId } from "./new-id.ts";
import { supabase } from "./supabase.ts";

const peopleSchema = z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) });

type Hear = (event: LiveEvent) => void;
const listeners = new Set<Hear>();

/** Hears every event of the stream, also those of modules that are not known here. */
export function useLiveEvents(hear: Hear) {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    const tell: Hear = (event) => latest.current(event);
    listeners.add(tell);
    return () => void listeners.delete(tell);
  }, []);
}

const changeOf = ({ event, data }: LiveEvent): LiveChange | null => (event === "changed" ? (data as LiveChange) : null);
const presenceOf = ({ event, data }: LiveEvent): LivePresence | null =>
  event === "presence" ? (data as LivePresence) : null;

/** Opens the stream; once, in the shell. While it is not open, what is shown is asked for every 30 seconds. */
export function useLiveConnection(areas: ReadonlySet<string>) {
  const client = useQueryClient();
  useEffect(() => {
    const queries = followChanges(client, areas);
    let wasOpen = false;
    let asking: ReturnType<typeof setInterval> | undefined;
    const close = openLive({
      connect: (signal) => fetchApi("/live", { signal }),
      onState(state) {
        clearInterval(asking);
        if (state === "closed") asking = setInterval(queries.missed, refreshMs);
        // Whatever happened while it was not open was not heard.
        if (state === "open" && wasOpen) queries.missed();
        if (state === "open") wasOpen = true;
      },
      onEvent(event) {
        const change = changeOf(event);
        if (change) queries.changed(change);
        if (event.event === "missed") queries.missed();
        for (const tell of listeners) tell(event);
      },
    });
    return () => {
      clearInterval(asking);
      close();
      queries.stop();
    };
  }, [client, areas]);
}

/** The last change of a record since this is shown. */
export function useLastChange(table: string, id: string | undefined): LiveChange | null {
  const [change, setChange] = useState<LiveChange | null>(null);
  useLiveEvents((event) => {
    const heard = changeOf(event);
    if (id && heard?.table === table && heard.ids?.includes(id)) setChange(heard);
  });
  return change;
}

/** This window, among all that are open. */
const tab = newId();

/** Who is on a record, this person too; says that this window is. */
export function usePresence(table: string, id: string): readonly Person[] {
  const [shown, setShown] = useState<LivePresence | null>(null);
  useLiveEvents((event) => {
    const heard = presenceOf(event);
    if (heard?.table === table && heard.id === id) setShown(heard);
  });
  useEffect(() => {
    const report = (here: boolean): PresenceReport => ({ table, id, tab, here });
    let isGone = false;
    const say = () => {
      if (document.hidden) return;
      callApi("/live/presence", peopleSchema, { method: "POST", body: report(true) }).then(
        ({ people }) => !isGone && setShown({ table, id, people }),
        // It is a courtesy: the page works without.
        () => undefined,
      );
    };
    const leave = async () => {
      // Signed out: no one asks any more, and the server forgets by itself.
      const { data } = await supabase().auth.getSession();
      if (!data.session) return;
      await fetchApi("/live/presence", { method: "POST", body: report(false), keepalive: true }).catch(() => undefined);
    };
    const onVisibility = () => (document.hidden ? void leave() : say());
    say();
    const beating = setInterval(say, heartbeatMs);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      isGone = true;
      clearInterval(beating);
      document.removeEventListener("visibilitychange", onVisibility);
      void leave();
    };
  }, [table, id]);
  return shown?.table === table && shown.id === id ? shown.people : [];
}
