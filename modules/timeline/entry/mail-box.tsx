// The words of a mail on the line: folded to two lines, opened in place.
import { useId, useState } from "react";
import { Link } from "react-router";
import { messagePage } from "#domain/message-states.ts";
import { withAddresses } from "#domain/made-addresses.ts";
import { countOf } from "#app/lib/formats.ts";
import { usePublishing } from "#app/lib/publishing.ts";
import { MessageBadge } from "#app/records/message-badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import type { Mail } from "../timeline-entry.ts";

/** Longer than what two lines hold. */
const isLong = (text: string) => text.length > 150 || text.trim().split("\n").length > 2;

/** Addresses that are made when it leaves are named by what they lead to. */
const readable = (text: string) =>
  withAddresses(text)
    .map((piece) => (typeof piece === "string" ? piece : `[${piece.made}]`))
    .join("");

export function MailBox({ mail, message }: { mail: Mail; message: string | null }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const safe = !usePublishing();
  const long = mail.cut || isLong(mail.text);
  const folded = readable(mail.text).replaceAll(/\s*\n\s*/g, " ");
  return (
    <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1.5 rounded-1 rounded-br-turn-sm border border-line bg-surface px-3.5 py-2.5">
      <p className="flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 text-caption text-muted">
        {(mail.from ?? mail.to) && (
          <span className="min-w-0 truncate">{mail.from ? `From ${mail.from}` : `To ${mail.to}`}</span>
        )}
        {mail.files > 0 && <span>{countOf(mail.files, "file")}</span>}
        {mail.state && (
          <MessageBadge message={{ state: mail.state, held_by_safe: safe && mail.held_by_safe === true }} />
        )}
      </p>
      <p
        id={id}
        dir="auto"
        className={classNames(
          "max-w-full text-left leading-normal wrap-anywhere",
          open || !long ? "whitespace-pre-wrap" : "line-clamp-2",
        )}
      >
        {open || !long ? readable(mail.text) : folded}
      </p>
      {long && (
        <span className="flex flex-wrap gap-x-4 text-caption">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="min-h-6 underline decoration-control underline-offset-3 hover:decoration-ink"
          >
            {open ? "Show less" : "Show all"}
          </button>
          {open && mail.cut && message && (
            <Link to={messagePage(message)} className="min-h-6 underline decoration-control underline-offset-3">
              Read the rest in the outbox
            </Link>
          )}
        </span>
      )}
    </div>
  );
}
