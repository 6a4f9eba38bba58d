// One inquiry in the list: who, when, what they write, its kind, its clock, whose it is.
import { Link } from "react-router";
import { formatMoment, formatWhen } from "#app/lib/formats.ts";
import { hasLeft, type MessageState } from "#domain/message-states.ts";
import { MessageBadge } from "#app/records/message-badge.tsx";
import { Chip } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ClockBadge, useNow } from "./clock-badge.tsx";
import type { Inquiry } from "../inquiries-data.ts";
import { kinds, senderOf } from "../inquiry.ts";

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();

/** Nothing to say beside the clock: it left, or was taken back. */
const isSettled = (state: MessageState) => hasLeft(state) || state === "cancelled";

export function InquiryRow({
  inquiry,
  to,
  selected,
  alike = 1,
}: {
  inquiry: Inquiry;
  to: string;
  selected: boolean;
  /** How many with the same text this row stands for. */
  alike?: number;
}) {
  const kind = kinds[inquiry.kind];
  const waits = inquiry.state === "new" && inquiry.assignee_id === null;
  const now = useNow();
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={to}
        preventScrollReset
        data-row={inquiry.id}
        {...(selected && { "data-selected": "", "aria-current": "true" as const })}
        className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-3 pr-4 pl-5.5 -outline-offset-2 hover:bg-shade data-selected:bg-nil max-lg:data-selected:bg-transparent"
      >
        {waits && <span aria-hidden="true" className="absolute top-4.75 left-2.25 size-1.75 rounded-full bg-ink" />}
        {/* Positioned: what is only heard is at the end of a long name, and would widen the page from there. */}
        <span dir="auto" className={classNames("relative truncate text-left", waits ? "font-[680]" : "font-[560]")}>
          {senderOf(inquiry)}
          {waits && <span className="sr-only">, nobody has it yet</span>}
        </span>
        <time
          dateTime={inquiry.received_at}
          title={`Received ${formatMoment(inquiry.received_at)}`}
          className="text-xs text-muted"
        >
          {formatWhen(inquiry.received_at, new Date(now))}
        </time>
        <span dir="auto" className="col-span-2 mt-0.5 line-clamp-2 text-left text-caption wrap-anywhere text-muted">
          {inquiry.company && <b className="font-semibold text-ink">{inquiry.company}. </b>}
          {inquiry.message || inquiry.subject_text || inquiry.email}
        </span>
        <span className="col-span-2 mt-2 flex flex-wrap items-center gap-1.5">
          <Chip>
            <Icon name={kind.icon} className="size-3.5" />
            {kind.name}
          </Chip>
          <ClockBadge inquiry={inquiry} />
          {inquiry.last_reply && !isSettled(inquiry.last_reply.state) && <MessageBadge message={inquiry.last_reply} />}
          {alike > 1 && <Chip tone="dev">{alike} with this text</Chip>}
          <Owner name={inquiry.assignee?.name ?? null} />
        </span>
      </Link>
    </li>
  );
}

export function Owner({ name }: { name: string | null }) {
  return (
    <span
      title={name ?? "Nobody yet"}
      className={classNames(
        "ml-auto grid size-6 place-items-center rounded-full text-[0.625rem] font-[650]",
        name ? "bg-nil in-data-selected:bg-surface" : "border border-dashed border-control",
      )}
    >
      <span aria-hidden="true">{name ? initials(name) : "?"}</span>
      <span className="sr-only">{name ? `Owner: ${name}` : "Nobody has it yet"}</span>
    </span>
  );
}
