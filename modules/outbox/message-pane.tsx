// The right half of the outbox, or on a phone a page of its own with the way back: one message, and exactly what would leave.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { NotShown, paneBackClass } from "#app/ui/desk/not-shown.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MessageAnswers } from "./message-answers.tsx";
import { MessageFacts } from "./message-facts.tsx";
import { MessageHead } from "./message-head.tsx";
import { MessagePreview } from "./message-preview.tsx";
import type { OutboxActions } from "./outbox-actions-data.ts";
import { messageQuery } from "./outbox-data.ts";

interface PaneProps {
  id: string | null;
  actions: OutboxActions;
  /** Where the list is, when it is not beside. */
  back: string | null;
  /** False while publishing is off. */
  canRelease: boolean;
  onRelease: (id: string) => void;
  onCancel: (id: string) => void;
}

export function MessagePane({ id, back, ...props }: PaneProps) {
  if (id === null)
    return (
      <div className="min-h-80 max-lg:hidden">
        <EmptyState title="No message is open" />
      </div>
    );
  return (
    <div className="min-w-0">
      {back !== null && (
        <div className="px-3 pt-3">
          <Link to={back} className={paneBackClass}>
            <Icon name="back" className="size-4" />
            Outbox
          </Link>
        </div>
      )}
      <OpenMessage key={id} id={id} as={back === null ? "h2" : "h1"} {...props} />
    </div>
  );
}

function OpenMessage({ id, as, ...props }: Omit<PaneProps, "id" | "back"> & { id: string; as: "h1" | "h2" }) {
  const message = useQuery(messageQuery(id));
  if (message.isPending) return <LoadingRows rows={5} />;
  if (!message.data)
    return (
      <NotShown
        what="message"
        why={message.isError ? messageOf(message.error) : null}
        onRetry={() => void message.refetch()}
      />
    );
  return (
    <article aria-label={`Message to ${message.data.to_address}`}>
      <MessageHead message={message.data} as={as} {...props} />
      <div className="grid grid-cols-[minmax(0,44.5rem)] gap-5 p-5">
        <MessageAnswers message={message.data} />
        <MessagePreview message={message.data} />
        <MessageFacts message={message.data} />
      </div>
    </article>
  );
}
