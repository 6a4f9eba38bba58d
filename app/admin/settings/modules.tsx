// Which parts of the back office are live. Off is as if it were not there yet; nothing is ever lost by it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { Module } from "#domain/module.ts";
import { integrations } from "#content/integrations.ts";
import { allModules, isLive } from "#app/admin/areas.ts";
import { useLiveModules } from "#app/admin/live-modules.ts";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { messageOf, RequestError, unwrap } from "#app/lib/request-error.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { supabase } from "#app/lib/supabase.ts";
import { StatusBadge, type Status } from "#app/ui/badge.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { toast } from "#app/ui/toast.ts";
import { integrationStatesQuery } from "./integrations.tsx";
import { type Around, moduleState, type ModuleState, type Need } from "./module-state.ts";

const { serverHasDatabase } = runtimeSettings;
const switched = allModules.filter((module) => module.live === "switched");

const nameOf: Around["nameOf"] = (id) => {
  if ("module" in id) return allModules.find(({ key }) => key === id.module)?.name ?? id.module;
  const service = integrations.find((one) => one.id === id.integration);
  return service ? `${service.name} (${service.provider})` : id.integration;
};

export function Modules() {
  const live = useLiveModules();
  const states = useQuery(integrationStatesQuery);
  const configured = new Set(states.data?.filter(({ status }) => status === "configured").map(({ id }) => id));
  const count = switched.filter((module) => isLive(module, live)).length;
  return (
    <div className="grid gap-5">
      <p className="flex gap-3 rounded-1 rounded-br-[0.875rem] border border-line bg-surface px-4 py-2.75">
        <Icon name="info" className="mt-px text-muted" />
        <span>
          <strong className="font-semibold">
            {count} of {switched.length} modules are live.
          </strong>{" "}
          One that is off shows “Soon” or nothing in the sidebar, and its public page answers as before. Turning one off
          hides it and keeps its records.
        </span>
      </p>
      <ul aria-label="Modules" className={`${panelClass} rounded-br-[0.875rem]`}>
        {switched.map((module) => (
          <Row
            key={module.key}
            module={module}
            {...moduleState(module, { live, configured, nameOf, serverHasDatabase })}
          />
        ))}
      </ul>
    </div>
  );
}

const badgeOf = ({ state, needs }: ModuleState): [Status, string] => {
  const lacking = needs.filter(({ met }) => !met).length;
  if (state === "live") return ["Live", "Live"];
  if (state === "ready") return ["Coming Soon", "Ready"];
  if (state === "lacking") return ["Beta", `Needs ${lacking} ${lacking === 1 ? "thing" : "things"}`];
  return ["Coming Soon", "Coming Soon"];
};

function Row({ module, ...state }: { module: Module } & ModuleState) {
  const id = useId();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: async (live: boolean) => {
      const rows: unknown[] = unwrap(
        await supabase().from("modules").update({ live }).eq("key", module.key).select("key"),
      );
      if (rows.length === 0) throw new RequestError("Only administrators switch modules.", 403);
    },
    onSuccess: (_, live) => toast({ title: `${module.name} is ${live ? "on" : "off"}` }),
    onError: (error) => toast({ title: `Failed to switch ${module.name}`, text: messageOf(error), tone: "danger" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["modules"] }),
  });
  const on = state.state === "live";
  const [badge, word] = badgeOf(state);
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2.5 border-b border-line px-4 py-3 last:border-0 lg:grid-cols-[1.25rem_minmax(0,17rem)_minmax(0,1fr)_9rem_auto]">
      <Icon name={module.icon as IconName} className="size-4.5 text-muted max-lg:self-start max-lg:mt-0.5" />
      <div>
        <h2 id={`${id}-name`} className="font-semibold">
          {module.name}
        </h2>
        <p className="text-caption text-muted">{module.about}</p>
      </div>
      <div id={`${id}-why`} className="contents">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2 empty:hidden">
          {state.needs.map((need) => (
            <NeedOf key={need.name} {...need} matters={state.state !== "not-built"} />
          ))}
        </ul>
        <div className="max-lg:col-span-2 max-lg:col-start-2 lg:col-start-4">
          <StatusBadge status={badge}>{word}</StatusBadge>
          {state.state === "not-built" && (
            <span className="ml-2 text-caption text-muted lg:ml-0 lg:block">Not built yet</span>
          )}
        </div>
      </div>
      <div className="flex items-center gap-2 max-lg:col-start-3 max-lg:row-start-1 max-lg:self-start">
        <span aria-hidden="true" className="text-caption font-semibold">
          {on ? "On" : "Off"}
        </span>
        <Switch
          checked={on}
          labelledBy={`${id}-name`}
          describedBy={`${id}-why`}
          disabled={!state.canSwitch || change.isPending}
          onChange={(next) => change.mutate(next)}
        />
      </div>
    </li>
  );
}

/** Nothing is amiss while the module itself does not exist. */
function NeedOf({ name, met, matters }: Need & { matters: boolean }) {
  const missing = matters && !met;
  return (
    <li className={`flex items-center gap-1.5 ${missing ? "font-semibold text-danger" : "text-muted"}`}>
      {missing && <Icon name="alert" className="size-4" />}
      {met && <Icon name="check" className="size-4" />}
      {matters || met ? name : `Needs ${name}`}
      {matters && <span className="sr-only">{met ? "is there" : "is missing"}</span>}
    </li>
  );
}
