// What can be done with an inquiry: one call each, a sentence afterwards, and Undo where it can be taken back.
import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { askedToast, askForRelease } from "#app/records/ask-for-release.tsx";
import { may } from "#app/lib/access.ts";
import { messageOf, RequestError } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import type { Inquiry } from "./inquiries-data.ts";
import type { Suggestion } from "./inquiry.ts";

/** How long an answer can be taken back from the message in the corner. */
const undoSeconds = 10;

type Target = Pick<Inquiry, "id" | "name" | "email" | "state" | "content_key">;

export function useInquiryActions() {
  const queries = useQueryClient();
  const doing: UseMutationResult<unknown, Error, Doing> = useMutation({
    mutationFn: ({ run }: Doing) => run(),
    onSuccess: (_answer, { done, undo, target, onTakenBack }) =>
      toast({
        title: done,
        topic: `inquiry ${target.id}`,
        ...(undo && {
          seconds: undoSeconds,
          action: {
            label: "Undo",
            run: () =>
              doing.mutate({
                target,
                run: async () => {
                  await undo();
                  // At once, and also where the screen that asked is gone: lists are read again after it.
                  onTakenBack?.();
                },
                done: "Taken back",
                failed: "Failed to take it back",
              }),
          },
        }),
      }),
    // A text that was written before is asked about in place.
    onError: (error, { failed }) => {
      if (!isSameText(error)) toast({ title: failed, text: messageOf(error), tone: "danger" });
    },
    // Also after a failure: someone else may have been first.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["records"] }),
        queries.invalidateQueries({ queryKey: ["tasks"] }),
        queries.invalidateQueries({ queryKey: ["timeline"] }),
        queries.invalidateQueries({ queryKey: ["dashboard"] }),
      ]),
  });

  const { mutate } = doing;
  const simple = (
    target: Target,
    done: string,
    failed: string,
    run: () => Promise<unknown>,
    undo?: () => Promise<unknown>,
  ) => mutate({ target, done, failed, run, ...(undo && { undo }) });
  const accept = (target: Target) => () => call("accept_inquiry", { inquiry: target.id });
  const reopen = (target: Target) => () => call("reopen_inquiry", { inquiry: target.id });

  return {
    busy: doing.isPending,
    /** By keys one follows the other: what is still being done to one is in no one's way at the next. */
    isBusyWith: (id: string) => doing.isPending && doing.variables.target.id === id,
    answer: (target: Target) =>
      simple(
        target,
        "Marked as answered, with its task",
        "Failed to mark it as answered",
        () => call("answer_inquiry", { inquiry: target.id }),
        reopen(target),
      ),
    close: (target: Target) =>
      simple(
        target,
        "Closed without an answer",
        "Failed to close it",
        () => call("close_inquiry", { inquiry: target.id }),
        reopen(target),
      ),
    reopen: (target: Target) => simple(target, "Waits again", "Failed to open it again", reopen(target)),
    spam: (target: Target) =>
      simple(
        target,
        "Marked as spam. What it had made and nobody has touched is gone",
        "Failed to mark it as spam",
        () => call("mark_spam", { inquiry: target.id }),
        // A quarantined one had made nothing; to accept it would be more than to take this back.
        target.state === "new" ? accept(target) : undefined,
      ),
    spamGroup: (target: Target) =>
      simple(target, "All with this text are spam", "Failed to mark them as spam", () =>
        call("mark_group_as_spam", { of_content_key: target.content_key }),
      ),
    accept: (target: Target) =>
      simple(target, "Accepted, with the clock from when it came", "Failed to accept it", accept(target)),
    assign: (target: Target, to: string | null, name: string) =>
      simple(target, to ? `${name} has it` : "Nobody has it", "Failed to assign it", () =>
        call("assign_inquiry", { inquiry: target.id, assignee: to }),
      ),
    block: (target: Target) =>
      simple(target, `Blocked: what ${target.email} sends is spam from now on`, "Failed to block the sender", () =>
        call("block_sender", { inquiry: target.id }),
      ),
    suggestion: (target: Target, suggestion: Suggestion, take: boolean) =>
      simple(target, take ? "Taken over" : "Left as it was", "Failed to settle it", () =>
        call("settle_suggestion", { inquiry: target.id, record: suggestion.record, field: suggestion.field, take }),
      ),
    /** The contact that was chosen, a new one of the company that was chosen, or a new one of a new company. */
    linkContact: (target: Target, chosen: { contact?: string; account?: string }, onDone?: () => void) =>
      mutate(
        {
          target,
          done: chosen.contact ? "Linked" : "Contact made",
          failed: chosen.contact ? "Failed to link the contact" : "Failed to make the contact",
          run: () => call("link_inquiry_contact", { inquiry: target.id, ...chosen }),
        },
        { onSuccess: () => onDone?.() },
      ),
    /** The deal that was chosen, or a new one. */
    linkDeal: (target: Target, deal: string | null, onDone?: () => void) =>
      mutate(
        {
          target,
          done: deal ? "Linked" : "Deal made",
          failed: deal ? "Failed to link the deal" : "Failed to make the deal",
          run: () => call("link_inquiry_deal", { inquiry: target.id, ...(deal && { deal }) }),
        },
        { onSuccess: () => onDone?.() },
      ),
    linkTask: (target: Target, task: string, onDone: () => void) =>
      mutate(
        {
          target,
          done: "Linked",
          failed: "Failed to link the task",
          run: () => call("link_inquiry_task", { inquiry: target.id, task }),
        },
        { onSuccess: onDone },
      ),
    addTask: (target: Target) =>
      simple(target, "Task added", "Failed to add the task", () => call("add_inquiry_task", { inquiry: target.id })),
    /** The id makes a reply that is sent twice, after a lost answer, one. */
    reply: (
      target: Target,
      { held, ...reply }: { id: string; subject: string; text: string; again: boolean; held: boolean },
      { onDone, onSameText, onTakenBack }: Record<"onDone" | "onSameText" | "onTakenBack", () => void>,
    ) =>
      mutate(
        {
          target,
          done: held ? "Reply queued: SAFE holds it in the outbox" : "Reply is on its way",
          failed: "Failed to queue the reply",
          run: async () => {
            await call("answer_inquiry", { inquiry: target.id, reply });
            // At once: the same words must not stand there, ready to be sent again, while lists are read.
            onDone();
            if (!may("inquiries", "send"))
              askedToast(
                await askForRelease({
                  area: "inquiries",
                  title: `Release the reply "${reply.subject}"`,
                  about: { inquiry_id: target.id },
                }),
              );
          },
          undo: () => call("take_back_reply", { inquiry: target.id, reply: reply.id }),
          onTakenBack,
        },
        { onError: (error) => (isSameText(error) ? onSameText() : undefined) },
      ),
  };
}

/** The detail of the database's refusal (private.write_reply). */
const isSameText = (error: unknown) => error instanceof RequestError && error.details === "same text";

interface Doing {
  target: Target;
  run: () => Promise<unknown>;
  done: string;
  failed: string;
  undo?: () => Promise<unknown>;
  onTakenBack?: () => void;
}

export type InquiryActions = ReturnType<typeof useInquiryActions>;
