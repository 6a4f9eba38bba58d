// What can be done with messages: one call each, a sentence afterwards.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import type { Summary } from "./outbox-data.ts";

interface Doing {
  run: () => Promise<unknown>;
  /** What is said afterwards, from the answer. */
  done: (answer: unknown) => string;
  failed: string;
}

/** What may look different once a message has moved. */
const touched = ["records", "timeline", "dashboard", "sequences"] as const;

export function useOutboxActions() {
  const queries = useQueryClient();
  const doing = useMutation({
    mutationFn: ({ run }: Doing) => run(),
    onSuccess: (answer, { done }) => toast({ title: done(answer) }),
    onError: (error, { failed }) => toast({ title: failed, text: messageOf(error), tone: "danger" }),
    // Also after a failure: someone else may have been first.
    onSettled: () => Promise.all(touched.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  const number = (answer: unknown, asked: number) => (typeof answer === "number" ? answer : asked);
  return {
    busy: doing.isPending,
    /** Each passes the whole gate again; the database says how many were let go. */
    release: (ids: readonly string[], onDone: () => void) =>
      doing.mutate(
        {
          run: () => call("release_outbox", { ids }),
          done: (answer) =>
            number(answer, ids.length) === ids.length
              ? `${countOf(ids.length, "message")} released`
              : `${number(answer, ids.length)} of ${countOf(ids.length, "message")} released`,
          failed: "Nothing was released",
        },
        { onSuccess: onDone },
      ),
    /** `expected` is how many were shown in the question: more or fewer, and nothing leaves. */
    releaseAll: (filter: Record<string, string>, expected: number, onDone: () => void) =>
      doing.mutate(
        {
          run: () => call("release_all_outbox", { filter, expected }),
          done: (answer) => `${countOf(number(answer, expected), "message")} released`,
          failed: "Nothing was released",
        },
        { onSuccess: onDone },
      ),
    cancel: (ids: readonly string[], onDone: () => void) =>
      doing.mutate(
        {
          run: () => call("cancel_outbox_rows", { ids }),
          done: (answer) => `${countOf(number(answer, ids.length), "message")} cancelled`,
          failed: "Failed to cancel",
        },
        { onSuccess: onDone },
      ),
    /** `versions` only when the files are others than before: should they be refused, the words stay as they were too. */
    edit: (id: string, words: { subject: string; text: string; versions: string[] | null }, onDone: () => void) =>
      doing.mutate(
        {
          run: async () => {
            if (words.versions) await call("attach_to_outbox", { id, versions: words.versions });
            return call("edit_outbox", { id, subject: words.subject, body_text: words.text });
          },
          done: () => "Changed. It is still held",
          failed: "Failed to change it",
        },
        { onSuccess: onDone },
      ),
    settle: (id: string, as: "sent" | "again", onDone: () => void) =>
      doing.mutate(
        {
          run: () => call("settle_outbox", { id, as }),
          done: () => (as === "sent" ? "Settled: it has left" : "Settled: it is sent again"),
          failed: "Failed to settle it",
        },
        { onSuccess: onDone },
      ),
    sendDespite: (id: string, why: string, onDone: () => void) =>
      doing.mutate(
        {
          run: () => call("send_despite", { id, why }),
          done: () => "It may leave, with your reason",
          failed: "It stays stopped",
        },
        { onSuccess: onDone },
      ),
    pause: (paused: boolean, onDone?: () => void) =>
      doing.mutate(
        {
          run: () => call("set_outbox_paused", { paused }),
          done: () => (paused ? "The outbox is paused: nothing leaves" : "The outbox goes on"),
          failed: paused ? "Failed to pause the outbox" : "Failed to go on",
        },
        { onSuccess: () => onDone?.() },
      ),
    setCaps: (caps: Summary["caps"], onDone: () => void) =>
      doing.mutate(
        {
          run: () => call("set_outbox_caps", { ...caps }),
          done: () => "Limits saved",
          failed: "Failed to save the limits",
        },
        { onSuccess: onDone },
      ),
  };
}

export type OutboxActions = ReturnType<typeof useOutboxActions>;
