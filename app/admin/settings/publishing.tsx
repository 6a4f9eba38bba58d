// The switch of external publishing: what holds, who decided it, and a question before it is turned on.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { SettingName } from "#app/admin/setting-name.tsx";
import { countOf } from "#app/lib/formats.ts";
import { inOfficeTime } from "#app/lib/office-time.ts";
import { publishingKey, type PublishingState, publishingStateQuery, usePublishing } from "#app/lib/publishing.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { call } from "#app/lib/typed-answers.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { toast } from "#app/ui/toast.ts";

const { publishingIsFixed, serverHasDatabase } = runtimeSettings;

export function Publishing() {
  const state = useQuery(publishingStateQuery);
  const isOn = usePublishing();
  return (
    <section aria-label="Publishing switch" className={panelClass}>
      {publishingIsFixed || !serverHasDatabase ? (
        <Fixed isOn={isOn} />
      ) : state.isError ? (
        <FailedRow what="the switch" why={messageOf(state.error)} onRetry={() => void state.refetch()} />
      ) : state.data ? (
        <Switched state={state.data} />
      ) : (
        <LoadingRows rows={1} />
      )}
    </section>
  );
}

const row = "flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3";
const about =
  "On: messages leave by themselves and publish endpoints are open. Off is SAFE: messages are written and held in the outbox; only sign-in mail leaves.";

function Fixed({ isOn }: { isOn: boolean }) {
  return (
    <div className={row}>
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-semibold">External publishing is {isOn ? "on" : "off"}</h2>
        <p className="text-caption text-muted">{about}</p>
        <p className="mt-1 flex gap-1.5 text-caption">
          <Icon name="lock" className="mt-px size-4 text-muted" />
          <span>
            {publishingIsFixed ? (
              <>
                Fixed by <SettingName>AUTO_PUBLISH</SettingName>={String(isOn)} in the environment of the server. Change
                it there and start the server again; without it, it is switched here.
              </>
            ) : (
              <>
                The data is at hosted Supabase, so nothing can be switched here: set{" "}
                <SettingName>AUTO_PUBLISH</SettingName> in the environment of the server.
              </>
            )}
          </span>
        </p>
      </div>
    </div>
  );
}

/** "Switched on by Noor, Nov 18". */
const lastSwitch = ({ switched_at, switched_by, switched_on }: PublishingState) =>
  switched_at
    ? `Switched ${switched_on ? "on" : "off"} by ${switched_by}, ${inOfficeTime(new Date(switched_at), { month: "short", day: "numeric" })}`
    : "Nobody has switched it yet.";

function Switched({ state }: { state: PublishingState }) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (is_on: boolean) => call("set_publishing", { is_on }),
    onSuccess: (_, on) => {
      setAsking(false);
      toast({
        title: `External publishing is ${on ? "on" : "off"}`,
        text: on ? "What was held stays held until it is released." : "From now on messages are held.",
      });
    },
    onError: (error) => toast({ title: "Failed to switch publishing", text: messageOf(error), tone: "danger" }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: publishingKey }),
        client.invalidateQueries({ queryKey: ["records"] }),
      ]),
  });
  return (
    <div className={row}>
      <div className="min-w-0 flex-1 basis-64">
        <h2 id={`${id}-name`} className="font-semibold">
          External publishing
        </h2>
        <p id={`${id}-about`} className="text-caption text-muted">
          {about}
        </p>
        <p className="mt-1 text-caption wrap-anywhere">{lastSwitch(state)}</p>
      </div>
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className="text-caption font-semibold">
          {state.is_on ? "On" : "Off"}
        </span>
        <Switch
          checked={state.is_on}
          labelledBy={`${id}-name`}
          describedBy={`${id}-about`}
          disabled={change.isPending}
          onChange={(on) => (on ? setAsking(true) : change.mutate(false))}
        />
      </div>
      <FormDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Turn external publishing on?"
        busy={change.isPending}
        keep="Keep it off"
        confirm="Turn it on"
        onConfirm={() => change.mutate(true)}
      >
        <p>
          From then on messages leave for people outside by themselves: answers, receipts, proposals, payment requests
          and the mails of sequences. Publish endpoints are open, and clients can pay by card where that is set up.
        </p>
        <p className="mt-3">
          <strong className="font-semibold">Turning it on releases nothing by itself.</strong>{" "}
          {state.held === 0
            ? "No message is held now."
            : `${countOf(state.held, "message")} ${state.held === 1 ? "is" : "are"} held and ${state.held === 1 ? "stays" : "stay"} held until a person releases ${state.held === 1 ? "it" : "them"} in the outbox.`}
        </p>
        <p className="mt-3 text-caption text-muted">Your name and the time are written to the audit log.</p>
      </FormDialog>
    </div>
  );
}
