// The right half of the inbox.
import { useQuery } from "@tanstack/react-query";
import { Opened, SplitPane } from "#app/records/inbox/split-inbox.tsx";
import type { InquiryActions } from "../inquiry-actions-data.ts";
import { inquiryQuery } from "../inquiries-data.ts";
import { InquiryHead } from "../page/inquiry-head.tsx";
import { InquiryPane } from "../page/inquiry-pane.tsx";

interface PaneProps {
  id: string | null;
  /** The list is not there yet, so what will be open is not known. */
  pending: boolean;
  actions: InquiryActions;
  onMoveOn: (from: string) => unknown;
  /** Where the list is, when it is not beside. */
  back: string | null;
}

/** What takes an inquiry out of the list it is in. */
const leaving = ["answer", "close", "spam", "accept", "reopen"] as const;

export function InboxPane({ id, pending, actions, onMoveOn, back }: PaneProps) {
  const moving = { ...actions };
  for (const name of leaving)
    moving[name] = (target) => {
      actions[name](target);
      onMoveOn(target.id);
    };
  return (
    <SplitPane what="inquiry" {...{ id, pending }} back={back === null ? null : { label: "All inquiries", to: back }}>
      {(open, as) => <OpenInquiry id={open} actions={moving} as={as} />}
    </SplitPane>
  );
}

function OpenInquiry({ id, actions, as }: { id: string; actions: InquiryActions; as: "h1" | "h2" }) {
  return (
    <Opened what="inquiry" query={useQuery(inquiryQuery(id))}>
      {(inquiry) => (
        <article aria-label={`Inquiry ${inquiry.reference}`}>
          <InquiryHead inquiry={inquiry} actions={actions} as={as} page={`/admin/inquiries/${id}`} />
          <InquiryPane inquiry={inquiry} actions={actions} />
        </article>
      )}
    </Opened>
  );
}
