import { may } from "#app/lib/access.ts";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { type Integration, integrations, type IntegrationStatus } from "#content/integrations.ts";
import { Fragment, useState } from "react";
import * as z from "zod/mini";
import { SettingName } from "#app/admin/setting-name.tsx";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { testedSchema } from "#app/admin/system-tests/run-system-test.ts";
import { callApi } from "#app/lib/api.ts";
import { settingStateSchema } from "#app/lib/firm.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { StatusBadge, type Status } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { Refused } from "./panel.tsx";
import { PasteDialog } from "./paste-dialog.tsx";

const stateSchema = z.object({
  id: z.enum(integrations.map(({ id }) => id)),
  status: z.enum(["configured", "partial", "missing"]),
  settings: z.array(settingStateSchema),
  /** The setting that does its work in its place. */
  instead: z.nullable(z.string()),
});
type State = z.output<typeof stateSchema>;

export const integrationStatesQuery = queryOptions({
  queryKey: ["integrations"],
  queryFn: () => callApi("/integrations", z.array(stateSchema)),
});

const unopenedQuery = queryOptions({
  queryKey: ["unopened-secrets"],
  queryFn: () => callApi("/unopened-secrets", z.array(z.string())),
  enabled: runtimeSettings.serverHasDatabase,
});

/** After a restore without the key that sealed them. */
function Unopened() {
  const { data: names = [] } = useQuery(unopenedQuery);
  if (names.length === 0) return null;
  return (
    <div className="mb-4">
      <Refused>
        Stored secrets that this server’s key cannot open: {names.join(", ")}. Paste those settings and sign in to those
        accounts again, or give the server the key that sealed them: run <code>npm run doctor</code> to see how.
      </Refused>
    </div>
  );
}

const badges: Record<IntegrationStatus, [Status, string]> = {
  configured: ["Live", "Configured"],
  partial: ["Beta", "Partial"],
  missing: ["Missing", "Missing"],
};
const head = "border-b border-line px-4 py-2 max-sm:px-3 text-left font-[560] text-muted";
const cell = "h-11 border-b border-line px-4 py-2 max-sm:px-3 group-last:border-b-0";

export function Integrations() {
  const states = useQuery(integrationStatesQuery);
  return (
    <>
      <Unopened />
      <section aria-label="Integrations" className={`${panelClass} overflow-x-auto`}>
        <table aria-label="Integrations" className="w-full border-separate border-spacing-0 text-caption">
          <thead>
            <tr>
              <th scope="col" className={head}>
                Integration
              </th>
              <th scope="col" className={`${head} max-sm:hidden`}>
                Needs
              </th>
              <th scope="col" className={head}>
                Status
              </th>
              <th scope="col" className={`${head} text-right!`}>
                Test
              </th>
            </tr>
          </thead>
          <tbody>
            {integrations.map((integration) => (
              <Row
                key={integration.id}
                integration={integration}
                state={states.data?.find(({ id }) => id === integration.id)}
                failed={states.isError}
              />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Row({ integration, state, failed }: { integration: Integration; state: State | undefined; failed: boolean }) {
  const test = useMutation({
    mutationFn: () => callApi(`/integrations/${integration.id}/test`, testedSchema, { method: "POST" }),
    onSuccess: ({ ok, message }) => toast({ title: integration.name, text: message, tone: ok ? "plain" : "danger" }),
    onError: (error) => toast({ title: integration.name, text: messageOf(error), tone: "danger" }),
  });
  const [pasting, setPasting] = useState(false);
  const [look, word] = badges[state?.status ?? "missing"];
  const absent = state?.settings.filter(({ present }) => !present).map(({ name }) => name) ?? [];
  const fromOutside = state?.settings.filter(({ from }) => from === "environment").map(({ name }) => name) ?? [];
  const needs = (
    <>
      {integration.needs}
      {absent.length > 0 && (
        <span className="block text-xs">
          Not set:{" "}
          {absent.map((name, index) => (
            <Fragment key={name}>
              {index > 0 && ", "}
              <SettingName>{name}</SettingName>
            </Fragment>
          ))}
        </span>
      )}
      {fromOutside.length > 0 && (
        <span className="block text-xs">From the environment, which wins: {fromOutside.join(", ")}</span>
      )}
      {state?.settings.some(({ cannotBeOpened }) => cannotBeOpened) && (
        <span className="block text-xs font-semibold text-danger">Cannot be opened: paste again</span>
      )}
      {state?.instead && (
        <span className="block text-xs">
          Mail leaves through <SettingName>{state.instead}</SettingName> instead.
        </span>
      )}
    </>
  );
  return (
    <tr className="group hover:bg-sunken">
      <th scope="row" className={`${cell} text-left text-ui font-semibold`}>
        {integration.name}
        <span className="block text-caption font-normal text-muted sm:hidden">{needs}</span>
      </th>
      <td className={`${cell} text-muted max-sm:hidden`}>{needs}</td>
      <td className={cell}>
        {state ? <StatusBadge status={look}>{word}</StatusBadge> : failed ? "Unknown" : "Loading..."}
      </td>
      <td className={`${cell} pr-2 text-right`}>
        <span className="inline-flex justify-end gap-1.5 max-sm:flex-col">
          {runtimeSettings.serverHasDatabase && may("settings", "edit") && (
            <Button variant="line" size="compact" disabled={!state} onClick={() => setPasting(true)}>
              {state?.status === "configured" ? "Change" : "Set up"}
              <span className="sr-only"> {integration.name}</span>
            </Button>
          )}
          {may("settings", "edit") && (
            <Button
              variant="line"
              size="compact"
              disabled={!state || state.status === "missing" || test.isPending}
              onClick={() => test.mutate()}
            >
              {test.isPending ? "Testing..." : "Test"}
              <span className="sr-only"> {integration.name}</span>
            </Button>
          )}
        </span>
        {pasting && state && (
          <PasteDialog integration={integration} settings={state.settings} onClose={() => setPasting(false)} />
        )}
      </td>
    </tr>
  );
}
