// The top of an inquiry: what it is about, from whom, its clock, and what can be done with it.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { may } from "#app/lib/access.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { MailAddress } from "#app/records/mail-address.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Menu, type MenuAction } from "#app/ui/compact/menu.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ClockBadge } from "../inbox/clock-badge.tsx";
import type { InquiryActions } from "../inquiry-actions-data.ts";
import { type Inquiry, staffQuery } from "../inquiries-data.ts";
import { Owner } from "../inbox/inquiry-row.tsx";
import { kinds, senderOf } from "../inquiry.ts";

interface HeadProps {
  inquiry: Inquiry;
  actions: InquiryActions;
  /** Level of the heading: its own page has the first. */
  as: "h1" | "h2";
  /** Where its own page is; not from there. */
  page?: string;
}

export function InquiryHead({ inquiry, actions, as: Heading, page }: HeadProps) {
  const title = inquiry.subject_text || kinds[inquiry.kind].name;
  return (
    <header className="grid gap-3 border-b border-line px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <Heading dir="auto" className="serif text-left text-2xl leading-[1.2] tracking-[-0.015em] wrap-anywhere">
            {title}
          </Heading>
          <p className="mt-1 text-caption wrap-anywhere text-muted">
            <bdi>{senderOf(inquiry)}</bdi>
            {inquiry.name && inquiry.email && (
              <>
                ,{" "}
                <MailAddress
                  address={inquiry.email}
                  at={inquiry.contact && { table: "contacts", ...inquiry.contact }}
                />
              </>
            )}
            . Received <time dateTime={inquiry.received_at}>{formatMoment(inquiry.received_at)}</time>. Reference{" "}
            {inquiry.reference}
          </p>
        </div>
        <ClockBadge inquiry={inquiry} large />
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:*:min-h-10">
        {may("inquiries", "edit") && (
          <>
            <Assign inquiry={inquiry} actions={actions} />
            <MainActions inquiry={inquiry} actions={actions} />
          </>
        )}
        <span className="flex items-center gap-1 sm:ml-auto max-sm:*:min-h-10">
          {page && (
            <Link to={page} className={buttonClass({ variant: "line", size: "compact" })}>
              <Icon name="external" className="size-4" />
              Own page
            </Link>
          )}
          {may("inquiries", "edit") && <Menu label="More actions" actions={moreActions(inquiry, actions)} />}
        </span>
      </div>
    </header>
  );
}

function MainActions({ inquiry, actions }: { inquiry: Inquiry; actions: InquiryActions }) {
  const { state } = inquiry;
  const act = (name: "answer" | "accept" | "close" | "reopen" | "spam") => () => actions[name](inquiry);
  const line = { variant: "line", size: "compact", disabled: actions.busy } as const;
  if (state === "held")
    return (
      <>
        <Button {...line} variant="solid" icon="check" onClick={act("accept")}>
          Accept
        </Button>
        <Button {...line} icon="close" onClick={act("spam")}>
          Spam
        </Button>
      </>
    );
  if (state === "new")
    return (
      <>
        {inquiry.due_at && (
          <Button {...line} icon="check" onClick={act("answer")}>
            Mark answered
          </Button>
        )}
        <Button {...line} icon="folder" onClick={act("close")}>
          Close
        </Button>
        <Button {...line} icon="close" onClick={act("spam")}>
          Spam
        </Button>
      </>
    );
  if (state === "spam")
    return (
      <Button {...line} icon="back" onClick={act("accept")}>
        Not spam
      </Button>
    );
  // What asks for no answer was never open.
  if (inquiry.due_at === null) return null;
  return (
    <Button {...line} icon="back" onClick={act("reopen")}>
      Open again
    </Button>
  );
}

const moreActions = (inquiry: Inquiry, actions: InquiryActions): MenuAction[] => [
  ...(inquiry.email
    ? [
        {
          id: "block",
          label: `Block ${inquiry.email}`,
          icon: "lock" as const,
          danger: true as const,
          onAction: () => actions.block(inquiry),
        },
      ]
    : []),
  ...(inquiry.state === "held" && inquiry.content_key
    ? [
        {
          id: "group",
          label: "Mark all with this text as spam",
          icon: "close" as const,
          danger: true as const,
          onAction: () => actions.spamGroup(inquiry),
        },
      ]
    : []),
  {
    id: "copy",
    label: `Copy ${inquiry.reference}`,
    icon: "copy",
    onAction: () => void navigator.clipboard?.writeText(inquiry.reference),
  },
];

function Assign({ inquiry, actions }: { inquiry: Inquiry; actions: InquiryActions }) {
  const staff = useQuery(staffQuery).data ?? [];
  const name = inquiry.assignee?.name ?? null;
  return (
    <Menu
      label={`Assign: ${name ?? "Nobody yet"}`}
      className={buttonClass({ variant: "line", size: "compact" })}
      trigger={
        <>
          <Owner name={name} />
          {name ?? "Nobody yet"}
          <Icon name="chevron" className="size-4" />
        </>
      }
      actions={[
        ...staff
          .filter(({ active, user_id }) => active && user_id !== inquiry.assignee_id)
          .map(({ user_id, name: of }) => ({
            id: user_id,
            label: of,
            icon: "user" as const,
            onAction: () => actions.assign(inquiry, user_id, of),
          })),
        ...(inquiry.assignee_id
          ? [{ id: "nobody", label: "Nobody", onAction: () => actions.assign(inquiry, null, "") }]
          : []),
      ]}
    />
  );
}
