// The right half of the outbox: one message, and exactly what would leave.
import { useQuery } from "@tanstack/react-query";
import { Opened, SplitPane } from "#app/records/inbox/split-inbox.tsx";
import { MessageAnswers } from "./message-answers.tsx";
import { MessageFacts } from "./message-facts.tsx";
import { MessageHead } from "./message-head.tsx";
import { MessagePreview } from "./message-preview.tsx";
import type { OutboxActions } from "../outbox-actions-data.ts";
import { messageQuery } from "../outbox-data.ts";

interface PaneProps {
  id: string | null;
  pending: boolean;
  actions: OutboxActions;
  /** Where the list is, when it is not beside. */
  back: string | null;
  /** False while publishing is off. */
  canRelease: boolean;
  onRelease: (id: string) => void;
  onCancel: (id: string) => void;
}

export function MessagePane({ id, pending, back, ...props }: PaneProps) {
  return (
    <SplitPane what="message" {...{ id, pending }} back={back === null ? null : { label: "Outbox", to: back }}>
      {(open, as) => <OpenMessage key={open} id={open} as={as} {...props} />}
    </SplitPane>
  );
}

type OpenProps = Omit<PaneProps, "id" | "pending" | "back"> & { id: string; as: "h1" | "h2" };

function OpenMessage({ id, as, ...props }: OpenProps) {
  return (
    <Opened what="message" query={useQuery(messageQuery(id))}>
      {(message) => (
        <article aria-label={`Message to ${message.to_address}`}>
          <MessageHead message={message} as={as} {...props} />
          <div className="grid grid-cols-[minmax(0,44.5rem)] gap-5 p-5">
            <MessageAnswers message={message} />
            <MessagePreview message={message} />
            <MessageFacts message={message} />
          </div>
        </article>
      )}
    </Opened>
  );
}
