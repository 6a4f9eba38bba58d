// Keeps the draft saved while someone types: a moment after the last change, one save at a time, and never over a colleague's.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { messageOf, RequestError } from "#app/lib/request-error.ts";
import { currentTime } from "#domain/clock.ts";
import { type EditorValues, editorValues, readEditor } from "./draft-values-data.ts";
import { type ProposalRecord, proposalQuery, saveDraft } from "../proposals-data.ts";

const settleMs = 500;

export function useAutosave(record: ProposalRecord) {
  const client = useQueryClient();
  const [values, setValues] = useState<EditorValues>(() => editorValues(record));
  const { draft, problems } = readEditor(values);
  const text = JSON.stringify(draft);
  const [saved, setSaved] = useState(text);
  const seen = useRef(record.updated_at);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const save = useMutation({
    mutationFn: (given: { text: string }) => saveDraft(record.id, JSON.parse(given.text) as typeof draft, seen.current),
    onSuccess: (answer, given) => {
      seen.current = answer.updated_at;
      setSaved(given.text);
      setSavedAt(currentTime());
      client.setQueryData(proposalQuery(record.id).queryKey, answer);
    },
  });
  const dirty = text !== saved;
  const valid = Object.keys(problems).length === 0;
  const attempt = useEffectEvent((latest: string) => {
    if (dirty && valid && !save.isPending) save.mutate({ text: latest });
  });
  const { isPending, failureCount } = save;
  useEffect(() => {
    if (!dirty || !valid || isPending) return undefined;
    const timer = setTimeout(() => attempt(text), settleMs);
    return () => clearTimeout(timer);
  }, [text, dirty, valid, isPending]);
  // Anyone who leaves with unsaved words is asked by the browser.
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [dirty]);

  const conflict = save.error instanceof RequestError && save.error.status === 409;
  return {
    values,
    change: (changes: Partial<EditorValues>) => setValues((old) => ({ ...old, ...changes })),
    problems,
    dirty,
    saving: isPending,
    savedAt,
    failure: save.isError && failureCount > 0 ? messageOf(save.error) : null,
    conflict,
    retry: () => save.mutate({ text }),
    /** Saves at once what has not been saved, for anyone who sends. */
    finish: async (): Promise<string> => {
      if (dirty) await save.mutateAsync({ text });
      return seen.current;
    },
  };
}
export type Autosave = ReturnType<typeof useAutosave>;
