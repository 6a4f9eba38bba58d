// The stages of the board: renamed, put in order, weighed, retired with a stage that takes their deals.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { inputClass, SelectField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { angleOf } from "../board/board-moves.ts";
import { dealsInStageQuery, type StageChange, useDealSettings } from "./deal-settings-data.ts";
import type { Stage } from "../board/board.ts";
import { stagesQuery } from "../deals-data.ts";
import { SavedInput } from "./saved-input.tsx";
import { StageIcon } from "#app/ui/compact/stage-icon.tsx";

const isPercent = (text: string) => /^\d{1,3}$/.test(text) && Number(text) <= 100;
const isDays = (text: string) => text === "" || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000);

export function StageSettings() {
  const stages = useQuery(stagesQuery);
  const [retiring, setRetiring] = useState<Stage | null>(null);
  const order = useDealSettings("Order saved");
  const all = stages.data ?? [];
  const step = (stage: Stage, by: 1 | -1) => {
    const ids = all.map(({ id }) => id);
    const from = ids.indexOf(stage.id);
    order.mutate({ what: "order stages", ids: ids.toSpliced(from, 1).toSpliced(from + by, 0, stage.id) });
  };
  return (
    <section aria-label="Stages" className={panelClass}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">Stages</h2>
        <p className="text-caption text-muted">
          A deal counts with its stage’s probability unless it has its own, and is stale after that many days in the
          stage. Renaming keeps deals and history. A change is saved when you leave the field.
        </p>
      </header>
      {stages.isPending && <LoadingRows rows={6} />}
      {stages.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 px-4 py-3 text-danger">
          Failed to load the stages. {messageOf(stages.error)}
          <Button variant="line" size="compact" onClick={() => void stages.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <ul>
        {all.map((stage, index) => (
          <StageRow
            key={stage.id}
            stage={stage}
            angle={angleOf(all, stage.id)}
            up={all[index - 1]?.kind === stage.kind ? () => step(stage, -1) : null}
            down={all[index + 1]?.kind === stage.kind ? () => step(stage, 1) : null}
            onRetire={all.filter(({ kind }) => kind === stage.kind).length > 1 ? () => setRetiring(stage) : null}
          />
        ))}
      </ul>
      {stages.data && <AddStage after={all.filter(({ kind }) => kind === "open").map(({ id }) => id)} />}
      {retiring && <RetireDialog stage={retiring} stages={all} onClose={() => setRetiring(null)} />}
    </section>
  );
}

function StageRow({
  stage,
  angle,
  up,
  down,
  onRetire,
}: {
  stage: Stage;
  angle: number;
  /** Null where it has no neighbour of its kind. */
  up: (() => void) | null;
  down: (() => void) | null;
  /** Null for the last of its kind. */
  onRetire: (() => void) | null;
}) {
  const save = useDealSettings(`${stage.name} saved`);
  const change = (values: StageChange) => save.mutate({ what: "change stage", id: stage.id, change: values });
  const open = stage.kind === "open";
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-2 border-b border-line px-4 py-2 last:border-0 sm:grid-cols-[1.5rem_minmax(0,1fr)_6.5rem_11.5rem_auto]">
      <StageIcon angle={angle} />
      <SavedInput
        label={`Name of ${stage.name}`}
        value={stage.name}
        check={(text) => text !== ""}
        onSave={(name) => change({ name })}
      />
      <span className="flex items-center gap-1.5 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2">
        {open ? (
          <>
            <SavedInput
              numeric
              label={`Probability of ${stage.name} in percent`}
              value={String(stage.probability)}
              check={isPercent}
              onSave={(text) => change({ probability: Number(text) })}
            />
            <span aria-hidden="true">%</span>
          </>
        ) : (
          <span className="text-caption text-muted">
            {stage.probability}%, {stage.kind}
          </span>
        )}
      </span>
      <span className="flex items-center gap-1.5 text-caption whitespace-nowrap text-muted max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-3">
        {open && (
          <>
            stale after
            <SavedInput
              numeric
              label={`Days until ${stage.name} is stale`}
              value={stage.stale_after_days === null ? "" : String(stage.stale_after_days)}
              check={isDays}
              onSave={(text) => change({ stale_after_days: text === "" ? null : Number(text) })}
            />
            <span aria-hidden="true">days</span>
          </>
        )}
      </span>
      <span className="flex items-center justify-end max-sm:col-start-3 max-sm:row-start-1">
        <IconButton
          name="chevron"
          label={`Move ${stage.name} up`}
          size="compact"
          className="[&>svg]:rotate-180"
          disabled={!up}
          onClick={up ?? undefined}
        />
        <IconButton
          name="chevron"
          label={`Move ${stage.name} down`}
          size="compact"
          disabled={!down}
          onClick={down ?? undefined}
        />
        <IconButton
          name="close"
          label={`Retire ${stage.name}`}
          size="compact"
          className="hover:text-danger"
          disabled={!onRetire}
          title={onRetire ? undefined : `The last stage for ${stage.kind} deals cannot go.`}
          onClick={onRetire ?? undefined}
        />
      </span>
    </li>
  );
}

function AddStage({ after }: { after: readonly string[] }) {
  const add = useDealSettings("Stage added");
  const [name, setName] = useState("");
  return (
    <form
      className="flex flex-wrap gap-2 border-t border-line px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!name.trim()) return;
        add.mutate({ what: "add stage", name: name.trim(), probability: 50, after }, { onSuccess: () => setName("") });
      }}
    >
      <input
        aria-label="Name of the new stage"
        placeholder="New stage"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className={`${inputClass("compact")} max-w-60`}
      />
      <Button type="submit" variant="line" size="compact" icon="plus" disabled={add.isPending}>
        Add stage
      </Button>
    </form>
  );
}

function RetireDialog({ stage, stages, onClose }: { stage: Stage; stages: readonly Stage[]; onClose: () => void }) {
  const others = stages.filter(({ id, kind }) => id !== stage.id && kind === stage.kind);
  const [to, setTo] = useState(others[0]?.id ?? "");
  const count = useQuery(dealsInStageQuery(stage.id)).data;
  const retire = useDealSettings(`${stage.name} retired`);
  const target = others.find(({ id }) => id === to);
  return (
    <FormDialog
      narrow
      busy={retire.isPending}
      onClose={onClose}
      title={`Retire ${stage.name}?`}
      confirm="Retire"
      danger
      blocked={!target}
      onConfirm={() => retire.mutate({ what: "retire stage", stage: stage.id, to }, { onSuccess: onClose })}
    >
      <div className="grid gap-4">
        <p>
          {count === undefined
            ? "Loading..."
            : count === 0
              ? "It has no deals."
              : `${countOf(count, "deal")}, also closed and archived ones, ${count === 1 ? "goes" : "go"} to the stage that you choose.`}{" "}
          What happened in {stage.name} stays in the history.
        </p>
        <SelectField
          label="Move its deals to"
          size="compact"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        >
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </FormDialog>
  );
}
