// /admin/invoices/{id}: a draft beside its PDF, or what was issued.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { site } from "#content/site.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { DraftPage } from "./draft/draft-page.tsx";
import { IssuedPage } from "./issued/issued-page.tsx";
import { recordQuery } from "./invoices-data.ts";

export default function InvoicePage() {
  const { id = "" } = useParams();
  const record = useQuery(recordQuery(id));
  return (
    <>
      <title>{`${record.data ? (record.data.is_draft ? "Draft" : record.data.number) : "Invoice"} | ${site.name} admin`}</title>
      {record.isPending && <LoadingRows rows={6} />}
      {record.isError && !record.data && (
        <section aria-label="Invoice" className={panelClass}>
          <FailedRow what="the invoice" why={messageOf(record.error)} onRetry={() => void record.refetch()}>
            <Link to="/admin/invoices" className="underline">
              All invoices
            </Link>
          </FailedRow>
        </section>
      )}
      {record.data &&
        (record.data.is_draft ? (
          <DraftPage key={record.data.id} draft={record.data} />
        ) : (
          <IssuedPage key={record.data.id} bill={record.data} />
        ))}
    </>
  );
}
