// In the place of a button that sends, for people who may not: someone who may gets a task.
import { useMutation } from "@tanstack/react-query";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";

export interface ReleaseAsked {
  /** Where one must be allowed to send: "proposals". */
  area: string;
  /** Of the task: "Send proposal P-2026-001 to Ada Lind". */
  title: string;
  /** What the task is about. */
  about?: {
    account_id?: string | null;
    contact_id?: string | null;
    deal_id?: string | null;
    inquiry_id?: string | null;
  };
}

/** Makes the task; answers whose it is. */
export const askForRelease = ({ area, title, about = {} }: ReleaseAsked) =>
  call("ask_for_release", { area, title, about });

export const askedToast = (whom: string | null) =>
  toast({ title: `${whom ?? "Someone"} was asked`, text: "A task to release it is in their list." });

export function AskForRelease(asked: ReleaseAsked) {
  const ask = useMutation({
    mutationFn: () => askForRelease(asked),
    onSuccess: askedToast,
    onError: (error) => toast({ title: "No one was asked", text: messageOf(error), tone: "danger" }),
  });
  return (
    <Button size="compact" icon="send" disabled={ask.isPending || ask.isSuccess} onClick={() => ask.mutate()}>
      {ask.isSuccess ? "Release asked for" : "Ask for release"}
    </Button>
  );
}
