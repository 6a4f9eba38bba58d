// The right half of the inbox, or on a phone a page of its own with the way back.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { NotShown, paneBackClass } from "#app/ui/desk/not-shown.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { InquiryActions } from "./inquiry-actions-data.ts";
import { inquiryQuery } from "./inquiries-data.ts";
import { InquiryHead } from "./inquiry-head.tsx";
import { InquiryPane } from "./inquiry-pane.tsx";

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
  if (id === null)
    return <div className="min-h-80">{pending ? <LoadingRows /> : <EmptyState title="No inquiry is open" />}</div>;
  const moving = { ...actions };
  for (const name of leaving)
    moving[name] = (target) => {
      actions[name](target);
      onMoveOn(target.id);
    };
  return (
    <div className="min-w-0">
      {back !== null && (
        <div className="px-3 pt-3">
          <Link to={back} className={paneBackClass}>
            <Icon name="back" className="size-4" />
            All inquiries
          </Link>
        </div>
      )}
      <OpenInquiry id={id} actions={moving} as={back === null ? "h2" : "h1"} />
    </div>
  );
}

function OpenInquiry({ id, actions, as }: { id: string; actions: InquiryActions; as: "h1" | "h2" }) {
  const inquiry = useQuery(inquiryQuery(id));
  if (inquiry.isPending) return <LoadingRows rows={5} />;
  if (!inquiry.data)
    return (
      <NotShown
        what="inquiry"
        why={inquiry.isError ? messageOf(inquiry.error) : null}
        onRetry={() => void inquiry.refetch()}
      />
    );
  return (
    <article aria-label={`Inquiry ${inquiry.data.reference}`}>
      <InquiryHead inquiry={inquiry.data} actions={actions} as={as} page={`/admin/inquiries/${id}`} />
      <InquiryPane inquiry={inquiry.data} actions={actions} />
    </article>
  );
}
