// How strength is counted: the half-life, what each kind of contact weighs, and what that means in examples, computed as one types.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoment } from "#app/lib/formats.ts";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Checkbox, TextField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { evidenceKinds, evidenceWords } from "../relationship.ts";
import {
  examplesQuery,
  isMining,
  relationshipStateQuery,
  type SettingsVersion,
  settingsQuery,
  useRelationshipChange,
} from "../relationships-data.ts";

export default function RelationshipSettings() {
  const versions = useQuery({ ...settingsQuery, enabled: isMining() });
  const live = versions.data?.find(({ state }) => state === "live");
  const next = versions.data?.find(({ state }) => state === "building");
  return (
    <section aria-label="Relationships" className={`${panelClass} overflow-clip`}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">How relationships are counted</h2>
        <p className="text-caption text-muted">
          From what we exchanged ourselves, and nothing else. A day counts once for each kind and direction, and is
          worth half as much after every half-life. Each side counts at most three times what the other gave. Strong is
          60 and more, good 25, faint 1.
        </p>
      </header>
      {!isMining() && (
        <p className="px-4 py-4 text-muted">
          The server is set to <code>CRM_REL_MINING=false</code>: nothing is computed, and nothing is shown.
        </p>
      )}
      {isMining() && versions.isPending && <LoadingRows rows={6} />}
      {versions.isError && (
        <FailedRow what="these settings" why={messageOf(versions.error)} onRetry={() => void versions.refetch()} />
      )}
      {live && <SettingsForm key={(next ?? live).version} shown={next ?? live} live={live} />}
    </section>
  );
}

function SettingsForm({ shown, live }: { shown: SettingsVersion; live: SettingsVersion }) {
  const state = useQuery(relationshipStateQuery).data;
  const [halfLife, setHalfLife] = useState(String(shown.half_life));
  const [weights, setWeights] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(shown.weights).map(([kind, weight]) => [kind, String(weight)])),
  );
  const [signatures, setSignatures] = useState(shown.reads_signatures);
  const days = Number(halfLife);
  const isDays = Number.isInteger(days) && days >= 30 && days <= 365;
  const isWeight = (text: string) => /^\d+([.,]\d+)?$/.test(text.trim()) && Number(text.replace(",", ".")) <= 10;
  const typed = Object.fromEntries(
    Object.entries(weights).map(([kind, text]) => [kind, Number(text.replace(",", "."))]),
  );
  const isRight = isDays && Object.values(weights).every(isWeight);
  const examples = useQuery({ ...examplesQuery(days, typed), enabled: isRight, placeholderData: keepPreviousData });
  const save = useRelationshipChange(
    () => call("save_relationship_settings", { half_life: days, weights: typed, reads_signatures: signatures }),
    () => "Saved. Everything is counted beside the old numbers, which stand until then",
    "Failed to save",
  );
  const mayEdit = may("relationships", "edit");
  const isChanged =
    days !== shown.half_life ||
    signatures !== shown.reads_signatures ||
    Object.entries(typed).some(([kind, weight]) => weight !== shown.weights[kind]);
  return (
    <div className="grid gap-5 px-4 py-4">
      <p className="text-caption text-muted">
        Version {live.version}, since {formatMoment(live.made_at)}.
        {state?.next_version &&
          ` Version ${state.next_version} is being counted; the numbers of version ${live.version} stand until it is complete.`}
        {state &&
          !state.mail_is_counted &&
          " No mailbox counts: mail is not counted, except what left through the outbox and was answered there."}
      </p>
      <div className="grid gap-6 lg:grid-cols-2">
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (isRight && isChanged) save.mutate(undefined);
          }}
        >
          <div className="max-w-56">
            <TextField
              label="Half-life in days"
              size="compact"
              inputMode="numeric"
              value={halfLife}
              disabled={!mayEdit}
              error={isDays ? undefined : "From 30 to 365 days."}
              onChange={(event) => setHalfLife(event.target.value)}
            />
          </div>
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-caption font-semibold">Weights, 0 to 10</legend>
            {evidenceKinds.map((kind) => (
              <label key={kind} className="grid grid-cols-[minmax(0,1fr)_5rem] items-center gap-3 text-caption">
                <span className="first-letter:uppercase">{evidenceWords[kind]}</span>
                <input
                  inputMode="decimal"
                  disabled={!mayEdit}
                  aria-invalid={isWeight(weights[kind] ?? "") ? undefined : true}
                  value={weights[kind] ?? ""}
                  onChange={(event) => setWeights({ ...weights, [kind]: event.target.value })}
                  className="min-h-8 rounded-1 border border-control bg-surface px-2 text-right aria-invalid:border-danger max-sm:min-h-11"
                />
              </label>
            ))}
            {!Object.values(weights).every(isWeight) && (
              <p className="text-caption text-danger">A weight is 0 to 10.</p>
            )}
          </fieldset>
          <Checkbox
            label="The last lines of kept mail may say where someone works now"
            checked={signatures}
            disabled={!mayEdit}
            onChange={(event) => setSignatures(event.target.checked)}
          />
          {mayEdit && (
            <p>
              <Button type="submit" size="dialog" disabled={!isRight || !isChanged || save.isPending}>
                {save.isPending ? "Saving..." : "Save"}
              </Button>
            </p>
          )}
        </form>
        <div>
          <h3 className="mb-2 text-caption font-semibold">What that means</h3>
          {examples.isError && (
            <FailedRow what="the examples" why={messageOf(examples.error)} onRetry={() => void examples.refetch()} />
          )}
          <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 text-caption">
            {examples.data?.map(({ what, strength }) => (
              <div key={what} className="contents">
                <dt className="border-b border-line py-1.5 first-letter:uppercase">{what}</dt>
                <dd className="border-b border-line py-1.5 text-right font-semibold">{strength}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-3 text-caption text-muted">
            Strength decides nothing by itself, and is in no mail, template or export of contacts.
          </p>
        </div>
      </div>
    </div>
  );
}
