// What can be done with a proposal, by its state: send, send again, withdraw, a new version, a copy; PDF and links.
import type { Action } from "#domain/rights.ts";
import { useState } from "react";
import { useNavigate } from "react-router";
import { mayStillLeave } from "#domain/message-states.ts";
import { may } from "#app/lib/access.ts";
import { AskForRelease } from "#app/records/ask-for-release.tsx";
import { usePublishing } from "#app/lib/publishing.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Menu, type MenuAction } from "#app/ui/compact/menu.tsx";
import { toast } from "#app/ui/toast.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { ConfirmSending } from "./confirm-sending.tsx";
import { SaveAsTemplate } from "./save-as-template.tsx";
import { useNewProposal } from "../new-proposal-dialog.tsx";
import { copyLink, openPreview } from "../proposal-rows.tsx";
import { type ProposalRecord, savePdf, useProposalAction, verify } from "../proposals-data.ts";

const failed = (title: string) => (error: unknown) => toast({ title, text: messageOf(error), tone: "danger" });

/** Recomputed by the database from what it keeps. */
async function checkEvidence(id: string) {
  const { checks } = await verify(id);
  const broken = checks.filter(({ ok }) => !ok);
  if (broken.length > 0)
    toast({
      title: "The evidence does not hold",
      text: broken.map(({ what }) => what).join("; "),
      tone: "danger",
      seconds: 20,
    });
  else
    toast({ title: "The evidence holds", text: `${checks.length} checks: text, prices, answer and chain of entries.` });
}

/** What an action of the menu asks for; one that is not here only reads. */
const needs: Readonly<Record<string, Action>> = {
  link: "send",
  resend: "send",
  revise: "edit",
  duplicate: "add",
  withdraw: "edit",
  delete: "delete",
};
const isAllowed = (id: string) => !needs[id] || may("proposals", needs[id]);

export function ProposalActions({ record, finish }: { record: ProposalRecord; finish?: () => Promise<string> }) {
  const isPublishing = usePublishing();
  const navigate = useNavigate();
  const { mutate, isPending } = useProposalAction(record.id);
  const make = useNewProposal();
  const { isOn } = useRecordsContext();
  const [templating, setTemplating] = useState(false);
  const [asked, setAsked] = useState<"withdraw" | "revise" | "delete" | null>(null);
  const { shown_state: state, id } = record;
  const withClient = state === "written" || state === "sent" || state === "viewed";
  // Its mail has not left yet: the outbox is where it goes on.
  const waits = record.mail !== null && mayStillLeave(record.mail.state);
  const [sending, setSending] = useState<{ action: "send" | "resend"; seen?: string } | null>(null);
  const act = (run: () => Promise<unknown>, title: string) => () => void run().catch(failed(title));
  const send = act(async () => {
    const seen = await finish?.();
    setSending({ action: "send", ...(seen && { seen }) });
  }, "It was not saved");
  const actions: MenuAction[] = [
    ...(state === "draft"
      ? []
      : [
          {
            id: "link",
            label: "Copy link",
            icon: "copy",
            onAction: act(() => copyLink(id), "No link was copied"),
          } as const,
        ]),
    { id: "client", label: "Open as client", icon: "external", onAction: act(() => openPreview(id), "No preview") },
    ...(withClient && !waits
      ? [{ id: "resend", label: "Send again", icon: "send", onAction: () => setSending({ action: "resend" }) } as const]
      : []),
    ...(withClient || state === "expired" || state === "withdrawn"
      ? [{ id: "revise", label: "New version", icon: "edit", onAction: () => setAsked("revise") } as const]
      : []),
    ...(isOn("catalogue") && may("catalogue", "edit")
      ? [
          {
            id: "template",
            label: "Save as a template",
            icon: "template",
            onAction: () => setTemplating(true),
          } as const,
        ]
      : []),
    { id: "duplicate", label: "Copy into a new proposal", icon: "stack", onAction: () => make.mutate({ copy: id }) },
    ...(state === "draft"
      ? []
      : [
          {
            id: "verify",
            label: "Check the evidence",
            icon: "check",
            onAction: act(() => checkEvidence(id), "Not checked"),
          } as const,
        ]),
    ...(withClient
      ? [
          {
            id: "withdraw",
            label: "Withdraw",
            icon: "close",
            danger: true,
            onAction: () => setAsked("withdraw"),
          } as const,
        ]
      : []),
    ...(state === "draft" && record.versions.every(({ written_at: written }) => !written)
      ? [
          {
            id: "delete",
            label: "Delete the draft",
            icon: "trash",
            danger: true,
            onAction: () => setAsked("delete"),
          } as const,
        ]
      : []),
  ];
  const words = {
    withdraw: {
      title: "Withdraw this proposal?",
      text: "The client's page then says so, and it can no longer be accepted.",
      button: "Withdraw",
    },
    revise: {
      title: "Write a new version?",
      text: "This version can no longer be accepted. Until the new one is sent, the client's page says that it is being prepared.",
      button: "Write a new version",
    },
    delete: {
      title: "Delete this draft?",
      text: "Nobody outside has seen it. Its number is not used again.",
      button: "Delete",
    },
  };
  return (
    <>
      <Button variant="line" size="compact" icon="download" onClick={act(() => savePdf(record), "No PDF")}>
        PDF
      </Button>
      {state === "draft" && !may("proposals", "send") && (
        <AskForRelease
          area="proposals"
          title={`Send proposal ${record.number}`}
          about={record.deal_id ? { deal_id: record.deal_id } : { account_id: record.account_id }}
        />
      )}
      {state === "draft" && may("proposals", "send") && (
        <Button size="compact" icon="send" disabled={isPending || !record.contact?.email} onClick={send}>
          {record.contact ? `${isPublishing ? "Send" : "Queue"} to ${record.contact.name}` : "Choose a person first"}
        </Button>
      )}
      {withClient && may("proposals", "send") && (
        <Button size="compact" icon="copy" onClick={act(() => copyLink(id), "No link was copied")}>
          Copy link
        </Button>
      )}
      <Menu label={`More for ${record.number}`} actions={actions.filter(({ id: of }) => isAllowed(of))} />
      {templating && (
        <SaveAsTemplate record={record} {...(finish && { finish })} onClose={() => setTemplating(false)} />
      )}
      {sending && (
        <ConfirmSending
          record={record}
          saved={sending.seen ?? record.updated_at}
          busy={isPending}
          onConfirm={() => mutate(sending, { onSuccess: () => setSending(null) })}
          onClose={() => setSending(null)}
        />
      )}
      {asked && (
        <FormDialog
          narrow
          title={words[asked].title}
          busy={isPending}
          onClose={() => setAsked(null)}
          confirm={words[asked].button}
          danger={asked !== "revise"}
          onConfirm={() =>
            mutate(
              { action: asked },
              {
                onSuccess: () => (asked === "delete" ? void navigate("/admin/proposals") : undefined),
                onSettled: () => setAsked(null),
              },
            )
          }
        >
          <p>{words[asked].text}</p>
        </FormDialog>
      )}
    </>
  );
}
