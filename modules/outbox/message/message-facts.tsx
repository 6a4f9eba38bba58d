// Below the preview: what it belongs to, what the gate says of it, who wrote and released it, and every attempt.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { gateSentence } from "#domain/gate-reasons.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { Icon } from "#app/ui/icon.tsx";
import { channelWords, classWords, openTagsOf, originName, originPage } from "../message.ts";
import { attemptsQuery, type Message } from "../outbox-data.ts";

export function MessageFacts({ message }: { message: Message }) {
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.75 text-caption max-sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <Fact name="Belongs to">
        <BelongsTo message={message} />
      </Fact>
      <Fact name="Kind">
        {channelWords[message.channel] ?? message.channel}, {classWords[message.class].toLowerCase()}
      </Fact>
      <Fact name="Checks">
        <Checks message={message} />
      </Fact>
      {message.writer && (
        <Fact name="Written by">
          <bdi>{message.writer.name}</bdi>, {formatMoment(message.created_at)}
        </Fact>
      )}
      {message.released_at && (
        <Fact name="Released by">
          <bdi>{message.releaser?.name ?? "a colleague"}</bdi>, {formatMoment(message.released_at)}
        </Fact>
      )}
      <Fact name="Not sent after">{formatMoment(message.expires_at)}</Fact>
      {message.provider && (
        <Fact name="Handed to">
          {message.provider}
          {message.provider_id && ` as ${message.provider_id}`}
        </Fact>
      )}
      <Fact name="Log">
        <Log message={message} />
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 font-[520] wrap-anywhere">{children}</dd>
  </>
);

const linkClass = "underline decoration-control underline-offset-3 hover:decoration-ink";

function BelongsTo({ message }: { message: Message }) {
  const page = originPage(message.origin_kind, message.origin_id);
  const parts: ReactNode[] = [
    page ? (
      <Link key="origin" to={page} className={linkClass}>
        {originName(message.origin_kind)}
      </Link>
    ) : (
      originName(message.origin_kind)
    ),
  ];
  if (message.contact)
    parts.push(
      <Link key="contact" to={`/admin/crm/contacts/${message.contact.id}`} className={linkClass}>
        <bdi>{message.contact.name}</bdi>
      </Link>,
    );
  if (message.account)
    parts.push(
      <Link key="account" to={`/admin/crm/accounts/${message.account.id}`} className={linkClass}>
        <bdi>{message.account.name}</bdi>
      </Link>,
    );
  return parts.map((part, index) => (
    <span key={index}>
      {index > 0 && ", "}
      {part}
    </span>
  ));
}

function Checks({ message }: { message: Message }) {
  const reason = gateSentence(message);
  const open = openTagsOf(message.subject, message.body_text, message.body_html);
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      <Check ok={!open}>{open ? "A tag is still open" : "All tags filled"}</Check>
      {reason && <Check ok={false}>{reason}</Check>}
      {message.error_code === "uncomposed" && (
        <Check ok={false}>Its words could not be composed. It is tried again; the log of the server says why</Check>
      )}
      {message.error_code && message.error_code !== "uncomposed" && (
        <Check ok={false}>Answer of the mail server: {message.error_code}</Check>
      )}
    </ul>
  );
}

const Check = ({ ok, children }: { ok: boolean; children: ReactNode }) => (
  <li className="flex items-start gap-1.5">
    <Icon name={ok ? "check" : "info"} className={ok ? "mt-px size-4 text-live" : "mt-px size-4 text-muted"} />
    <span>{children}</span>
  </li>
);

/** The row's own moments, and between them what each attempt came to. */
function Log({ message }: { message: Message }) {
  const attempts = useQuery(attemptsQuery(message.id));
  const lines = [
    { at: message.created_at, words: "written" },
    ...(message.released_at ? [{ at: message.released_at, words: "released" }] : []),
    ...(attempts.data ?? []).map(({ no, started_at, phase, result }) => ({
      at: started_at,
      words: `attempt ${no}, ${phase.replaceAll("_", " ")}${result ? `: ${result}` : ""}`,
    })),
    ...(message.sent_at ? [{ at: message.sent_at, words: "left" }] : []),
    ...(message.delivered_at ? [{ at: message.delivered_at, words: "delivered" }] : []),
    ...(message.finished_at && !message.sent_at ? [{ at: message.finished_at, words: message.state }] : []),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <ol className="grid gap-0.5">
      {lines.map(({ at, words }, index) => (
        <li key={index}>
          <time dateTime={at} className="text-muted">
            {formatMoment(at)}
          </time>{" "}
          {words}
        </li>
      ))}
      {attempts.isError && <li className="text-danger">Failed to load the attempts.</li>}
    </ol>
  );
}
