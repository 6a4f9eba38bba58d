// Hands the list and statements to the browser as files.
import { formatCount } from "#domain/formats.ts";
import { exportFile } from "#app/records/csv/save-file.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import type { PaymentRequest, StatementRow } from "./payment.ts";
import { requestLines, statementLines } from "./payment-csv-data.ts";
import type { PaymentFilter } from "./payments-data.ts";

const maxRows = 10_000;

export async function exportRequests(filter: PaymentFilter): Promise<void> {
  try {
    const rows = rowsOf<PaymentRequest>(await call("payment_list", { filter, at_most: maxRows, skip: 0 }));
    await exportFile("payments", `payments${filter.as_of ? `-${filter.as_of}` : ""}.csv`, requestLines(rows));
    if ((rows[0]?.total_count ?? 0) > maxRows)
      toast({ title: `The file holds the first ${formatCount(maxRows)} requests`, tone: "notice" });
  } catch (error) {
    toast({ title: "Failed to export payments", text: messageOf(error as Error), tone: "danger" });
  }
}

export async function exportStatement(name: string, rows: readonly StatementRow[]): Promise<void> {
  try {
    const file = `statement-${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.csv`;
    await exportFile("payments", file, statementLines(rows));
  } catch (error) {
    toast({ title: "Failed to export the statement", text: messageOf(error), tone: "danger" });
  }
}
