// What the client asked and wants changed, each with its answer. No newer version is sent while one has none.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError, TextArea } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { PanelHead } from "../editor/editor-letter.tsx";
import type { ChangeRequest } from "../proposal.ts";
import { answerRequest, type ProposalRecord, proposalQuery } from "../proposals-data.ts";

export function RequestsPanel({ record }: { record: ProposalRecord }) {
  const { requests } = record;
  if (requests.length === 0) return null;
  const open = requests.filter(({ answer }) => answer === null).length;
  return (
    <section aria-label="What the client asks" className={panelClass}>
      <PanelHead title="What the client asks">
        <span className="text-caption text-muted">{open === 0 ? "All answered" : `${open} without an answer`}</span>
      </PanelHead>
      <ul>
        {requests.map((request) => (
          <Request key={`${request.id} ${request.answered_at}`} request={request} proposal={record.id} />
        ))}
      </ul>
    </section>
  );
}

function Request({ request, proposal }: { request: ChangeRequest; proposal: string }) {
  const client = useQueryClient();
  const [answer, setAnswer] = useState("");
  const isChange = request.kind === "change";
  const save = useMutation({
    mutationFn: (result: "done" | "not_done" | null) => answerRequest(request.id, answer, result),
    onSuccess: (record) => {
      client.setQueryData(proposalQuery(proposal).queryKey, record);
      toast({
        title: "Answered",
        text: isChange
          ? "The client reads it with the next version."
          : "The client gets a mail and reads it on the page.",
      });
    },
  });
  const button = (label: string, result: "done" | "not_done" | null, variant: "line" | "solid" = "line") => (
    <Button
      key={label}
      size="compact"
      variant={variant}
      disabled={save.isPending || answer.trim() === ""}
      onClick={() => save.mutate(result)}
    >
      {label}
    </Button>
  );
  return (
    <li className="grid gap-2 border-b border-line p-4 last:border-0">
      <p className="text-caption text-muted">
        {isChange ? "Change" : "Question"}
        {request.section ? `, ${request.section.split(":").at(-1)!.replaceAll("-", " ")}` : ""}. {request.typed_name},
        version {request.version}, <time dateTime={request.asked_at}>{formatMoment(request.asked_at)}</time>
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {request.words || <span className="text-muted">Erased on request</span>}
      </p>
      {request.answer !== null && (
        <p dir="auto" className="border-l-2 border-control pl-3 whitespace-pre-line wrap-anywhere">
          <b className="font-semibold">
            {request.result === "done" ? "Done. " : request.result === "not_done" ? "Not done. " : ""}
          </b>
          {request.answer}
        </p>
      )}
      {request.answer === null && may("proposals", "edit") && (
        <>
          <TextArea
            label="Answer"
            size="compact"
            rows={2}
            maxLength={2000}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
          />
          {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
          <div className="flex flex-wrap gap-2">
            {isChange
              ? [button("Done", "done", "solid"), button("Not done", "not_done")]
              : button("Send the answer", null, "solid")}
          </div>
        </>
      )}
    </li>
  );
}
