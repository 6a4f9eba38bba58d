// What can be done with a meeting in its state, by people who may.
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { webAddress } from "#app/lib/formats.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Menu, type MenuAction } from "#app/ui/compact/menu.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { isOpen } from "../meeting.ts";
import { useNow } from "../use-now.ts";
import { type MeetingRecord, useMeetingChange } from "../meetings-data.ts";
import { EndDialog, HandOverDialog, InviteDialog, OutcomeDialog } from "./meeting-dialogs.tsx";
import { MoveDialog } from "./move-dialog.tsx";

type Opened = "move" | "hand over" | "cancel" | "decline" | "met" | "no_show" | "invite" | "confirm over entry";

export function MeetingActions({ record }: { record: MeetingRecord }) {
  const { busy, rpc } = useMeetingChange();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const isOver = Date.parse(record.ends_at) <= useNow();
  const asked = record.state === "requested";
  const ours = record.source !== "mail" && record.source !== "calendar";
  const maySend = may("meetings", "send") && ours;
  const hasOutcome = record.state === "met" || record.state === "no_show";
  const asksOutcome = ours && may("meetings", "edit") && isOver && (record.state === "confirmed" || hasOutcome);
  const link = record.place === "video" && !isOver ? webAddress(record.place_detail) : undefined;
  const confirm = (over: boolean) =>
    rpc(
      "confirm_meeting",
      { meeting: record.id, over_entries: over },
      {
        done: "Confirmed. The mail is in the outbox",
        failed: "Not confirmed",
        onDone: close,
        onEntry: () => setOpened("confirm over entry"),
      },
    );
  const actions: MenuAction[] =
    maySend && isOpen(record.state) && !isOver
      ? [
          { id: "hand over", label: "Hand over", icon: "people", onAction: () => setOpened("hand over") },
          ...(record.state === "confirmed"
            ? [{ id: "invite", label: "Invite one more", icon: "plus", onAction: () => setOpened("invite") } as const]
            : []),
          ...(asked
            ? []
            : [
                {
                  id: "cancel",
                  label: "Cancel the meeting",
                  icon: "close",
                  danger: true,
                  onAction: () => setOpened("cancel"),
                } as const,
              ]),
        ]
      : [];
  return (
    <>
      {link && record.state === "confirmed" && (
        <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: "compact" })}>
          Join
        </a>
      )}
      {asked && maySend && (
        <>
          <Button size="compact" icon="check" disabled={busy} onClick={() => confirm(false)}>
            Confirm
          </Button>
          <Button variant="line" size="compact" onClick={() => setOpened("decline")}>
            Decline
          </Button>
        </>
      )}
      {maySend && isOpen(record.state) && !isOver && record.held_because.length === 0 && (
        <Button variant="line" size="compact" onClick={() => setOpened("move")}>
          Move
        </Button>
      )}
      {asksOutcome && (
        <>
          <Button
            size="compact"
            variant={hasOutcome ? "line" : "solid"}
            icon="check"
            disabled={record.state === "met"}
            onClick={() => setOpened("met")}
          >
            Took place
          </Button>
          <Button
            variant="line"
            size="compact"
            disabled={record.state === "no_show"}
            onClick={() => setOpened("no_show")}
          >
            No-show
          </Button>
        </>
      )}
      {actions.length > 0 && <Menu label={`More for ${record.title}`} actions={actions} />}
      {opened === "move" && <MoveDialog meeting={record} onClose={close} />}
      {opened === "hand over" && <HandOverDialog record={record} onClose={close} />}
      {(opened === "cancel" || opened === "decline") && (
        <EndDialog record={record} decline={opened === "decline"} onClose={close} />
      )}
      {(opened === "met" || opened === "no_show") && <OutcomeDialog record={record} outcome={opened} onClose={close} />}
      {opened === "invite" && <InviteDialog record={record} onClose={close} />}
      {opened === "confirm over entry" && (
        <FormDialog
          narrow
          title="Confirm over an entry?"
          busy={busy}
          onClose={close}
          confirm="Confirm all the same"
          onConfirm={() => confirm(true)}
        >
          <p>There is an entry in the calendar at this time. It stays where it is, and the week shows both.</p>
        </FormDialog>
      )}
    </>
  );
}
