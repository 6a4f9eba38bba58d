// /admin/inquiries/{id}: one inquiry on its own page, with what other modules show beside it.
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link, useParams } from "react-router";
import { site } from "#content/site.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { isId } from "#app/records/entity.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { NotShown } from "#app/ui/compact/not-shown.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { panelClass } from "#app/ui/panel.ts";
import { useInquiryActions } from "../inquiry-actions-data.ts";
import { type Inquiry, inquiryQuery } from "../inquiries-data.ts";
import { InquiryHead } from "./inquiry-head.tsx";
import { InquiryPane } from "./inquiry-pane.tsx";
import { senderOf } from "../inquiry.ts";

export default function InquiryPage() {
  const { id = "" } = useParams();
  const known = isId(id);
  const inquiry = useQuery({ ...inquiryQuery(id), enabled: known });
  if (known && inquiry.isPending) return <LoadingRows />;
  if (inquiry.data) return <Shown key={id} inquiry={inquiry.data} />;
  return (
    <section className={panelClass}>
      <NotShown
        what="inquiry"
        why={inquiry.isError ? messageOf(inquiry.error) : null}
        onRetry={() => void inquiry.refetch()}
      >
        <Link to="/admin/inquiries" className="underline">
          All inquiries
        </Link>
      </NotShown>
    </section>
  );
}

function Shown({ inquiry }: { inquiry: Inquiry }) {
  const actions = useInquiryActions();
  const panels = useRecordsContext().panelsOf("inquiries");
  // Panels of the kit know when a record was made; an inquiry is made when it comes.
  const record = { ...inquiry, created_at: inquiry.received_at };
  const at = (...places: string[]) =>
    panels.filter(({ place }) => places.includes(place)).map(({ key, Part }) => <Part key={key} record={record} />);
  const side = at("side");
  return (
    <>
      <title>{`${inquiry.reference}, ${senderOf(inquiry)} | ${site.name} admin`}</title>
      <nav aria-label="Breadcrumb" className="flex min-w-0 gap-2 text-caption">
        <Link
          to="/admin/inquiries"
          className="text-muted underline decoration-control underline-offset-3 hover:text-ink"
        >
          Inquiries
        </Link>
        <span aria-hidden="true" className="text-muted">
          /
        </span>
        <span aria-current="page">{inquiry.reference}</span>
      </nav>
      <div
        className={classNames(
          "grid grid-cols-[minmax(0,1fr)] items-start gap-5",
          side.length > 0 && "xl:grid-cols-[minmax(0,1fr)_18rem]",
        )}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <article aria-label={`Inquiry ${inquiry.reference}`} className={`${panelClass} rounded-br-turn-dialog`}>
            <InquiryHead inquiry={inquiry} actions={actions} as="h1" />
            <InquiryPane inquiry={inquiry} actions={actions} />
          </article>
          <Suspense fallback={<LoadingRows rows={3} />}>{at("main", "feed")}</Suspense>
        </div>
        {side.length > 0 && (
          <Suspense fallback={<LoadingRows rows={3} />}>
            <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">{side}</div>
          </Suspense>
        )}
      </div>
    </>
  );
}
