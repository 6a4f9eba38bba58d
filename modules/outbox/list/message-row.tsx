// One message in the list: to whom, what about, its state, and when it leaves, left or would have.
import { Link } from "react-router";
import { currentTime } from "#domain/clock.ts";
import { gateSentence } from "#domain/gate-reasons.ts";
import { formatMoment, formatWhen } from "#app/lib/formats.ts";
import { checkboxClass } from "#app/ui/field.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { capital, heldBecause, originName, wouldWords } from "../message.ts";
import type { MessageRow } from "../outbox-data.ts";
import { StateBadge } from "../message/state-badge.tsx";

/** "Would have sent today 09:34", "Would send Sat 09:00", "No such mailbox, tried 3 times". */
export function story(message: MessageRow, now = currentTime()): string {
  const { state, attempts } = message;
  const tried = attempts > 1 ? `, tried ${attempts} times` : "";
  if (state === "held")
    return heldBecause(message) ?? `${capital(wouldWords(message, now))} ${formatWhen(message.not_before, now)}`;
  if (state === "queued" || state === "sending") return `Leaves ${formatWhen(message.not_before)}`;
  if (state === "sent" || state === "delivered") return capital(formatWhen(message.sent_at ?? message.created_at));
  if (state === "uncertain") return "It may have left. A person decides";
  return `${gateSentence(message) ?? "It did not leave"}${tried}`;
}

const isBad = ({ state }: MessageRow) => state === "failed" || state === "bounced" || state === "complained";

export function Row({
  message,
  to,
  selected,
  checked,
  onCheck,
}: {
  message: MessageRow;
  to: string;
  selected: boolean;
  /** Null where nothing can be done with it together with others. */
  checked: boolean | null;
  onCheck: (checked: boolean) => void;
}) {
  const name = message.contact?.name ?? message.to_address;
  return (
    <li className="relative border-b border-line last:border-0">
      {checked !== null && (
        <input
          type="checkbox"
          aria-label={`Select the message to ${name}: ${message.subject}`}
          checked={checked}
          onChange={(event) => onCheck(event.target.checked)}
          className={classNames(checkboxClass, "absolute top-3.25 left-3 z-1 size-5 max-lg:size-6")}
        />
      )}
      <Link
        to={to}
        preventScrollReset
        data-row={message.id}
        {...(selected && { "data-selected": "", "aria-current": "true" as const })}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-3 pr-4 pl-11 -outline-offset-2 hover:bg-shade data-selected:bg-nil max-lg:data-selected:bg-transparent"
      >
        <span dir="auto" className="truncate text-left font-[560]">
          {name}
        </span>
        <StateBadge state={message.state} />
        <span dir="auto" className="col-span-2 mt-0.5 truncate text-left text-caption">
          {message.subject}
        </span>
        <span
          title={formatMoment(message.not_before)}
          className={classNames(
            "col-span-2 mt-0.5 line-clamp-2 text-xs wrap-anywhere",
            isBad(message) ? "font-semibold text-danger" : "text-muted in-data-selected:text-ink",
          )}
        >
          {story(message)}. {originName(message.origin_kind)}
        </span>
      </Link>
    </li>
  );
}
