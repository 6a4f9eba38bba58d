// What can be done with sequences and the people in them: one call each, a sentence afterwards.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import type { Sequence } from "./sequences-data.ts";
import type { Status, Step } from "./sequence.ts";

interface Doing {
  run: () => Promise<unknown>;
  done: string;
  failed: string;
}

const statusDone: Record<Status, string> = {
  active: "It runs: steps are planned from now on",
  paused: "Paused: everything is held",
  archived: "Archived: everyone in it was stopped",
  draft: "It is a draft",
};

export function useSequenceActions() {
  const queries = useQueryClient();
  const doing = useMutation({
    mutationFn: ({ run }: Doing) => run(),
    onSuccess: (_answer, { done }) => toast({ title: done }),
    onError: (error, { failed }) => toast({ title: failed, text: messageOf(error), tone: "danger" }),
    // Also after a failure: someone else may have been first.
    onSettled: () =>
      Promise.all(
        ["sequences", "records", "tasks", "timeline", "dashboard"].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
  const { mutate } = doing;
  return {
    busy: doing.isPending,
    save: (
      sequence: Partial<Sequence> & { steps?: readonly Step[] },
      seen: string | null,
      onDone: (id: string) => void,
    ) =>
      mutate(
        {
          run: () => call("save_sequence", { sequence, seen }),
          done: sequence.id ? "Saved" : "Sequence created",
          failed: "Failed to save the sequence",
        },
        { onSuccess: (id) => onDone(String(id)) },
      ),
    setStatus: (sequence: string, status: Status, onDone?: () => void) =>
      mutate(
        {
          run: () => call("set_sequence_status", { sequence, status }),
          done: statusDone[status],
          failed: "Failed to change the sequence",
        },
        { onSuccess: () => onDone?.() },
      ),
    pause: (ids: readonly string[], until: string | null, onDone?: () => void) =>
      mutate(
        {
          run: () => call("pause_enrolments", { ids, until }),
          done: "Paused. What was planned waits",
          failed: "Failed to pause",
        },
        { onSuccess: () => onDone?.() },
      ),
    resume: (ids: readonly string[]) =>
      mutate({
        run: () => call("resume_enrolments", { ids }),
        done: "Goes on, from now",
        failed: "Failed to go on",
      }),
    stop: (ids: readonly string[], why: string, onDone?: () => void) =>
      mutate(
        {
          run: () => call("stop_enrolments", { ids, why }),
          done: "Stopped. No further step is taken",
          failed: "Failed to stop",
        },
        { onSuccess: () => onDone?.() },
      ),
    replied: (contact: string, name: string) =>
      mutate({
        run: () => call("they_replied", { contact }),
        done: `${name} replied: out of every sequence`,
        failed: "Failed to note the reply",
      }),
    setZone: (contact: string, timezone: string | null, onDone: () => void) =>
      mutate(
        {
          run: () => call("set_contact_zone", { contact, timezone }),
          done: timezone ? `Their clock is that of ${timezone}` : "Their time zone is not known any more",
          failed: "Failed to save the time zone",
        },
        { onSuccess: onDone },
      ),
    moveToNewest: (sequence: string, ids: readonly string[], onDone: () => void) =>
      mutate(
        {
          run: () => call("move_to_newest", { sequence, ids, dry_run: false }),
          done: `${countOf(ids.length, "person", "people")} moved to the newest version`,
          failed: "Failed to move them",
        },
        { onSuccess: onDone },
      ),
    enrol: (sequence: string, ids: readonly string[], onDone: () => void) =>
      mutate(
        {
          run: async () => {
            const answer = rowsOf<{ enrolled: string | null }>(await call("enrol", { sequence, contact_ids: ids }));
            if (answer.some(({ enrolled }) => enrolled === null))
              throw new Error("Someone cannot be enrolled any more. Look again: nobody was enrolled.");
          },
          done: `${countOf(ids.length, "person", "people")} enrolled`,
          failed: "Nobody was enrolled",
        },
        { onSuccess: onDone },
      ),
  };
}

export type SequenceActions = ReturnType<typeof useSequenceActions>;
