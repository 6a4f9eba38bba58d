// The signature below a mail: on or off for this mail, its words for all to come.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { saveSignature, signatureQuery } from "#app/lib/message-data.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, TextArea } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { useRecordsContext } from "../records-context.ts";

export function SignatureField({ on, onSwitch }: { on: boolean; onSwitch: (on: boolean) => void }) {
  const { userId } = useRecordsContext();
  const signature = useQuery(signatureQuery(userId));
  const [typed, setTyped] = useState<string | null>(null);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (words: string) => saveSignature(userId, words),
    onSuccess: async (_, words) => {
      queries.setQueryData(signatureQuery(userId).queryKey, words);
      setTyped(null);
    },
    onError: (error) => toast({ title: "The signature was not saved", text: messageOf(error), tone: "danger" }),
  });
  const words = signature.data ?? "";
  if (typed !== null)
    return (
      <div className="grid gap-2">
        <TextArea
          label="Your signature"
          size="compact"
          dir="auto"
          rows={3}
          maxLength={2000}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button variant="line" size="compact" onClick={() => setTyped(null)}>
            Cancel
          </Button>
          <Button size="compact" disabled={save.isPending} onClick={() => save.mutate(typed.trim())}>
            {save.isPending ? "Saving..." : "Save signature"}
          </Button>
        </div>
      </div>
    );
  return (
    <div className="flex flex-wrap items-start justify-between gap-2">
      {words ? (
        <Checkbox
          label={<span className="whitespace-pre-line text-muted">{words}</span>}
          aria-label="Signature"
          checked={on}
          onChange={(event) => onSwitch(event.target.checked)}
        />
      ) : (
        <span className="text-caption text-muted">{signature.isPending ? "" : "No signature yet."}</span>
      )}
      <Button variant="line" size="compact" onClick={() => setTyped(words)}>
        {words ? "Edit signature" : "Add a signature"}
      </Button>
    </div>
  );
}
