// The state of a message beside the record that it belongs to: always in words, with the way to the message.
import { Link } from "react-router";
import { type MessageFacts, messagePage, messageSentence, type MessageState } from "#domain/message-states.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";

const looks: Record<MessageState, [tone: "plain" | "nil" | "safe" | "danger" | "dev", icon: IconName]> = {
  held: ["dev", "lock"],
  queued: ["nil", "clock"],
  leaving: ["nil", "send"],
  sent: ["safe", "check"],
  delivered: ["safe", "check"],
  complained: ["danger", "alert"],
  bounced: ["danger", "alert"],
  failed: ["danger", "alert"],
  uncertain: ["dev", "alert"],
  cancelled: ["plain", "close"],
  expired: ["danger", "clock"],
  suppressed: ["danger", "lock"],
};

type Told = Pick<MessageFacts, "state" | "held_by_safe">;

export function MessageBadge({ message }: { message: Told }) {
  const [tone, icon] = looks[message.state];
  return (
    <Chip tone={tone}>
      <Icon name={icon} className="size-3.5 shrink-0" />
      {messageSentence(message)}
    </Chip>
  );
}

const ways: Partial<Record<MessageState, string>> = {
  held: "Release it in the outbox",
  uncertain: "Settle it in the outbox",
};

/** Where a person releases it, settles it, or reads what happened. */
export function MessageLink({
  message,
  className,
}: {
  message: Pick<MessageFacts, "id" | "state">;
  className?: string;
}) {
  return (
    <Link
      to={messagePage(message.id)}
      className={className ?? "font-semibold underline decoration-control underline-offset-3"}
    >
      {ways[message.state] ?? "Open it in the outbox"}
    </Link>
  );
}
