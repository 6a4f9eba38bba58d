// "Fill with a sample firm": made-up records to look around with, removed by a click without touching real ones.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Sample, sampleQuery } from "#app/lib/firm.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { progressClass } from "#app/ui/progress.ts";
import { toast } from "#app/ui/toast.ts";
import { FailedPanel } from "../office/failed-panel.tsx";
import { Panel, Refused } from "../panel.tsx";

export function SampleFirm() {
  return (
    <Panel
      title="Sample firm"
      note="Made-up companies, people, deals, messages, meetings and payments, to look around with."
    >
      <SampleFirmControls />
    </Panel>
  );
}

/** Asks for it or for its removal, and reads everything again once that is done. */
export function useSampleFirm() {
  const sample = useQuery(sampleQuery);
  const client = useQueryClient();
  const was = useRef(sample.data?.state);
  const state = sample.data?.state;
  useEffect(() => {
    if (was.current !== state && (was.current === "filling" || was.current === "removing"))
      void client.invalidateQueries();
    was.current = state;
  }, [state, client]);
  const ask = useMutation({
    mutationFn: (wanted: boolean) => call("ask_for_sample", { wanted }),
    onError: (error) => toast({ title: "That did not work", text: messageOf(error), tone: "danger" }),
    onSettled: () => client.invalidateQueries({ queryKey: sampleQuery.queryKey }),
  });
  return { sample, ask };
}

export function SampleFirmControls() {
  const { sample, ask } = useSampleFirm();
  const [asking, setAsking] = useState(false);
  if (sample.isPending) return <LoadingRows rows={2} />;
  if (sample.isError) return <FailedPanel what="the sample firm" query={sample} />;
  const { data } = sample;
  return (
    <div className="grid justify-items-start gap-3">
      {data.state === "failed" && <Refused>It did not work ({data.error}). Nothing was changed.</Refused>}
      {data.kept.length > 0 && data.state === "none" && <Kept kept={data.kept} />}
      {(data.state === "none" || data.state === "failed") && data.rows === 0 && (
        <>
          <p className="text-muted">
            A sample firm shows every screen with made-up records. It is marked on every page while it is here, and one
            click removes it. Nothing of it is sent to anyone.
          </p>
          <Button variant="line" size="dialog" disabled={ask.isPending} onClick={() => ask.mutate(true)}>
            Fill with a sample firm
          </Button>
        </>
      )}
      {(data.state === "filling" || data.state === "removing") && <Progress sample={data} />}
      {(data.state === "filled" || data.state === "failed") && data.rows > 0 && (
        <>
          <p>
            {countOf(data.rows, "sample company", "sample companies")} with people, deals and payments are here, marked
            as made up.
          </p>
          <Button variant="line" size="dialog" disabled={ask.isPending} onClick={() => setAsking(true)}>
            Remove the sample firm
          </Button>
        </>
      )}
      <FormDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove the sample firm?"
        keep="Keep it"
        confirm="Remove it"
        danger
        onConfirm={() => {
          setAsking(false);
          ask.mutate(false);
        }}
      >
        <p>
          Every record that was made for it goes. Your own records are not touched. A sample record that you attached
          your own work to stays, and is named here afterwards.
        </p>
      </FormDialog>
    </div>
  );
}

function Progress({ sample: { state, done, steps } }: { sample: Sample }) {
  const words = state === "filling" ? "Filling in" : "Removing";
  return (
    <div className="grid w-full max-w-96 gap-1.5">
      <output>
        {words}
        {state === "filling" && steps > 0 ? `: part ${Math.min(done + 1, steps)} of ${steps}` : "..."}
      </output>
      <progress
        aria-label={words}
        className={`${progressClass} w-full`}
        {...(state === "filling" && steps > 0 && { value: done, max: steps })}
      />
    </div>
  );
}

function Kept({ kept }: { kept: Sample["kept"] }) {
  return (
    <div>
      <p>The sample firm is removed. These stay, because your own work is attached to them:</p>
      <ul aria-label="Kept" className="mt-1.5 list-disc pl-5">
        {kept.slice(0, 20).map(({ place, name }) => (
          <li key={`${place} ${name}`}>{name}</li>
        ))}
        {kept.length > 20 && <li>and {kept.length - 20} more</li>}
      </ul>
    </div>
  );
}
