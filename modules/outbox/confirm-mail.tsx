// The one question before a mail to someone outside is written: who gets it, what it says, and what becomes of it.
import { usePublishing } from "#app/lib/publishing.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";

interface Props {
  title: string;
  /** "mail": the button says "Send mail", or "Queue mail" while it would be held. */
  what: string;
  mail: { to: { name: string | null; address: string }; subject: string; text: string };
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmMail({ title, what, mail: { to, subject, text }, busy, onConfirm, onClose }: Props) {
  const safe = !usePublishing();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      busy={busy}
      footer={
        <>
          <Button variant="line" size="dialog" onClick={onClose} disabled={busy}>
            Go on writing
          </Button>
          <Button variant="solid" size="dialog" data-autofocus="" disabled={busy} onClick={onConfirm}>
            {safe ? "Queue" : "Send"} {what}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <dt className="text-muted">To</dt>
        <dd className="wrap-anywhere">
          {to.name && <bdi>{to.name}, </bdi>}
          {to.address}
        </dd>
        <dt className="text-muted">Subject</dt>
        <dd dir="auto" className="text-left font-semibold wrap-anywhere">
          {subject}
        </dd>
      </dl>
      <p
        dir="auto"
        className="mt-4 max-h-80 overflow-y-auto border-t border-line pt-4 text-left wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </p>
      <p className="mt-4 flex gap-1.5 border-t border-line pt-3 text-caption font-semibold">
        <Icon name={safe ? "lock" : "send"} className="mt-px size-4 shrink-0" />
        {safe ? "Held by SAFE: it waits in the outbox until it is released." : "It leaves in a moment."}
      </p>
    </Dialog>
  );
}
