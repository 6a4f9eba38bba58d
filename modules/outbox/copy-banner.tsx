// On every page of a restored database: that it is a copy and sends nothing; once it is live, what waited in the backup until someone
// has decided about it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { countOf, formatMoment } from "#app/lib/formats.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { type RestoredCopy, restoredCopyKey, useRestoredCopy } from "#app/lib/restored-copy.ts";
import { supabase } from "#app/lib/supabase.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Checkbox } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";

const inBanner = "border-current text-inherit hover:border-current";

type Asked = "go live" | "release" | "drop";

export default function CopyBanner() {
  const copy = useRestoredCopy();
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!copy) return null;
  const ask = (what: Asked, words: string) => (
    <Button variant="line" size="compact" className={inBanner} onClick={() => setAsked(what)}>
      {words}
    </Button>
  );
  return (
    <section
      aria-label="Restored from a backup"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-dev-bg px-4 py-2.5 text-caption text-dev lg:px-6 print:hidden"
    >
      <Icon name="alert" className="size-4.5" />
      <p className="min-w-0 flex-1 basis-72 wrap-anywhere">
        {copy.is_copy ? <IsCopy {...copy} /> : <IsLive {...copy} />}
      </p>
      <div className="flex flex-wrap gap-2">
        {copy.held > 0 && <HeldMessages />}
        {copy.is_copy && ask("go live", "Go live")}
        {!copy.is_copy && ask("drop", "Drop all")}
        {!copy.is_copy && ask("release", "Release all")}
      </div>
      {asked && <Question asked={asked} copy={copy} onClose={() => setAsked(null)} />}
    </section>
  );
}

const waited = (held: number) => `${countOf(held, "message")} that waited in it ${held === 1 ? "is" : "are"} held.`;

const IsCopy = ({ taken_at, held }: RestoredCopy) => (
  <>
    <b>This is a copy,</b> restored from the backup of {formatMoment(taken_at)}. Nothing leaves, not even mail to sign
    in; sequences, reminders and all other jobs are paused.{" "}
    {held === 0 ? "No message was waiting in it." : waited(held)}
  </>
);

const IsLive = ({ taken_at, held }: RestoredCopy) => (
  <>
    <b>
      {countOf(held, "message")} waited in the backup of {formatMoment(taken_at)}.
    </b>{" "}
    The original may have sent {held === 1 ? "it" : "them"} since, so {held === 1 ? "it is" : "they are"} held here.
  </>
);

function HeldMessages() {
  if (!useRecordsContext().isOn("outbox")) return null;
  return (
    <Link
      to="/admin/outbox?tab=held"
      className={buttonClass({ variant: "line", size: "compact", className: inBanner })}
    >
      Look at them
    </Link>
  );
}

interface Words {
  title: string;
  agree: string;
  act: string;
  done: string;
  failed: string;
  about: ReactNode;
}

const wordsFor: Record<Asked, (copy: RestoredCopy) => Words> = {
  "go live": ({ held, steps_due, site_url }) => ({
    title: "Take this copy live?",
    agree: "This is the right address, and the original no longer runs.",
    act: "Go live",
    done: "This is the live system now",
    failed: "It is still a copy",
    about: (
      <>
        <p>
          Mail leaves again, and sequences, reminders and jobs go on. While the original runs too, people get everything
          twice.
        </p>
        <ul className="mt-3 list-disc pl-5">
          <li>
            {steps_due === 0
              ? "No step of a sequence is due."
              : `${countOf(steps_due, "step")} of sequences ${steps_due === 1 ? "is" : "are"} due and ${steps_due === 1 ? "leaves" : "leave"} at once, where publishing is on. Pause the sequence first if the original has sent ${steps_due === 1 ? "it" : "them"}.`}
          </li>
          <li>
            {held === 0
              ? "No message waited in the backup."
              : `${countOf(held, "message")} that waited in the backup ${held === 1 ? "stays" : "stay"} held until you release or drop ${held === 1 ? "it" : "them"}.`}
          </li>
        </ul>
        <p className="mt-3">
          Links in mail lead to <b className="font-semibold wrap-anywhere">{site_url}</b>
        </p>
      </>
    ),
  }),
  release: ({ held }) => ({
    title: `Send ${countOf(held, "message")}?`,
    agree: `The original has not sent them. All ${held} may leave.`,
    act: `Send ${held} now`,
    done: "Released. Each is checked once more",
    failed: "Nothing was released",
    about: <p>They waited when the backup was taken. They leave for people outside and cannot be called back.</p>,
  }),
  drop: ({ held }) => ({
    title: `Drop ${countOf(held, "message")}?`,
    agree: `None of the ${held} is needed any more.`,
    act: `Drop ${held}`,
    done: "Dropped. They stay in the outbox as cancelled",
    failed: "Nothing was dropped",
    about: <p>They waited when the backup was taken. Dropped, they never leave; the outbox keeps them as cancelled.</p>,
  }),
};

const run = (asked: Asked, { held, site_url }: RestoredCopy) => {
  if (asked === "go live") return supabase().rpc("go_live", { confirmed_site_url: site_url });
  return supabase().rpc(asked === "release" ? "release_restored_messages" : "drop_restored_messages", {
    expected: held,
  });
};

/** Asks once, with what was seen: should that have changed in the meantime, the database refuses. */
function Question({ asked, copy, onClose }: { asked: Asked; copy: RestoredCopy; onClose: () => void }) {
  const [seen] = useState(copy);
  const [agreed, setAgreed] = useState(false);
  const words = wordsFor[asked](seen);
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: async () => {
      const answer = await run(asked, seen);
      unwrap({ ...answer, data: true });
    },
    onSuccess: () => {
      onClose();
      toast({ title: words.done });
    },
    onError: (error) => toast({ title: words.failed, text: messageOf(error), tone: "danger" }),
    onSettled: () =>
      Promise.all([restoredCopyKey, ["records", "outbox"]].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      busy={act.isPending}
      footer={
        <>
          <Button variant="line" size="dialog" disabled={act.isPending} onClick={onClose}>
            Not now
          </Button>
          <Button
            variant={asked === "drop" ? "danger" : "solid"}
            size="dialog"
            disabled={act.isPending || !agreed}
            onClick={() => act.mutate()}
          >
            {words.act}
          </Button>
        </>
      }
    >
      {words.about}
      <div className="mt-4">
        <Checkbox label={words.agree} checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
      </div>
      <p className="mt-3 text-caption text-muted">Your name and the time are written to the audit log.</p>
    </Dialog>
  );
}
