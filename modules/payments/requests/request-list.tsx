// Every request, open ones first. What can be done with one is in its row.
import type { Action } from "#domain/rights.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ChoiceFilter } from "#app/records/filter/choice-filter.tsx";
import { ReferenceFilter } from "#app/records/field-kinds/reference-filter.tsx";
import { FindField } from "#app/records/list/find-field.tsx";
import { ListNotice } from "#app/records/list/list-notice.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Art } from "#app/ui/art.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Menu, type MenuAction } from "#app/ui/compact/menu.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { PaidBar } from "./paid-bar.tsx";
import { companyTarget, type PaymentRequest, shortDay, stateNames, stateWords } from "../payment.ts";
import { copyLink, pageSize, requestsQuery, todayQuery, usePaymentWork } from "../payments-data.ts";
import type { PaymentsView } from "../payments-page.tsx";
import type { OpenDialog } from "./request-dialogs.tsx";
import { toast } from "#app/ui/toast.ts";

const head = "border-b border-line px-3 py-2 text-left font-[560] whitespace-nowrap text-muted first:pl-4";
const cell = "h-13 border-b border-line px-3 py-1.5 max-sm:h-auto max-sm:border-0 max-sm:p-0";

/** What an action of the menu asks for; one that is not here only reads. */
const needs: Readonly<Record<string, Action>> = {
  discard: "delete",
  link: "send",
  send: "send",
  change: "edit",
  credit: "money",
  cancel: "edit",
};
const isAllowed = (id: string) => !needs[id] || may("payments", needs[id]);

export function RequestList({
  view,
  onNew,
  onOpen,
}: {
  view: PaymentsView;
  onNew: () => void;
  onOpen: (dialog: OpenDialog) => void;
}) {
  const { filter, page, change } = view;
  const list = useQuery(requestsQuery(filter, page));
  const rows = list.data ?? [];
  const count = rows[0]?.total_count ?? 0;
  const isNarrowed = Object.keys(filter).some((name) => name !== "as_of") || page > 1;
  const pages = Math.ceil(count / pageSize);
  return (
    <section aria-label="Payment requests" aria-busy={list.isFetching} className={panelClass}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5">
        <FindField label="Find a request" value={filter.search ?? ""} onFind={(search) => change({ search })} />
        <ChoiceFilter
          label="Status"
          value={filter.state ?? ""}
          choices={Object.entries(stateNames)}
          onChange={(state) => change({ state })}
        />
        <ReferenceFilter
          label="Account"
          to={companyTarget}
          value={filter.account ?? ""}
          onChange={(account) => change({ account, ...(account === "" && { statement: null }) })}
        />
        {filter.bucket && (
          <Button variant="line" size="compact" icon="close" onClick={() => change({ bucket: null, currency: null })}>
            Any age
          </Button>
        )}
        <output className="ml-auto text-caption text-muted">
          {list.data && `${countOf(count, "request")}, open first`}
        </output>
      </div>
      {list.data && (
        <ListNotice
          many="payments"
          old={list.isPlaceholderData}
          failure={list.failureReason ? messageOf(list.failureReason) : null}
          failed={list.isError}
          readAt={list.dataUpdatedAt}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <LoadingRows />}
      {list.isError && !list.data && (
        <FailedRow what="payments" why={messageOf(list.error)} onRetry={() => void list.refetch()}>
          Payment pages still work.
        </FailedRow>
      )}
      {rows.length > 0 && <Rows rows={rows} old={list.isPlaceholderData} {...{ onOpen, change }} />}
      {list.data &&
        rows.length === 0 &&
        (isNarrowed ? (
          <NoneMatch
            onClear={() =>
              change({ search: null, state: null, bucket: null, currency: null, account: null, statement: null })
            }
          />
        ) : (
          <NoneYet onNew={onNew} />
        ))}
      {pages > 1 && (
        <nav aria-label="Pages" className="flex items-center justify-end gap-3 px-4 py-2.5 text-caption">
          <span className="text-muted">
            Page {page} of {pages}
          </span>
          <Button variant="line" size="compact" disabled={page <= 1} onClick={() => change({ page: String(page - 1) })}>
            Previous
          </Button>
          <Button
            variant="line"
            size="compact"
            disabled={page >= pages}
            onClick={() => change({ page: String(page + 1) })}
          >
            Next
          </Button>
        </nav>
      )}
    </section>
  );
}

const NoneMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="No requests match">
    <Button variant="line" size="compact" onClick={onClear}>
      Clear filters
    </Button>
  </EmptyState>
);

const NoneYet = ({ onNew }: { onNew: () => void }) => (
  <EmptyState art={<Art name="still" />} title="No payment requests yet">
    <p className="max-w-104 text-muted">
      An accepted proposal asks for its deposit by itself. You can also write a request here.
    </p>
    {may("payments", "add") && (
      <Button size="compact" icon="plus" onClick={onNew}>
        New Request
      </Button>
    )}
  </EmptyState>
);

function Rows({
  rows,
  old,
  onOpen,
  change,
}: {
  rows: readonly PaymentRequest[];
  old: boolean;
  onOpen: (dialog: OpenDialog) => void;
  change: PaymentsView["change"];
}) {
  const today = useQuery(todayQuery).data ?? "";
  return (
    <div className="max-lg:overflow-x-auto">
      <table
        aria-label="Payment requests"
        className="w-full border-separate border-spacing-0 text-caption max-sm:block sm:min-w-200"
      >
        <thead className="max-sm:sr-only">
          <tr>
            {["Request", "Amount", "Account", "Status", "Due", "Received"].map((name) => (
              <th key={name} scope="col" className={classNames(head, name === "Amount" && "text-right!")}>
                {name}
              </th>
            ))}
            <th scope="col" className={head}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody inert={old} className={classNames("max-sm:block", old && "opacity-55")}>
          {rows.map((row) => (
            <Row key={row.id} {...{ row, today, onOpen, change }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  row,
  today,
  onOpen,
  change,
}: {
  row: PaymentRequest;
  today: string;
  onOpen: (dialog: OpenDialog) => void;
  change: PaymentsView["change"];
}) {
  const { words, look } = stateWords(row, today);
  const money = (minor: number) => formatMoney(minor, row.currency);
  return (
    <tr className="hover:bg-sunken last:*:border-b-0 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-3 max-sm:last:border-0">
      <td className={classNames(cell, "pl-4! max-sm:pl-0!")}>
        <button
          type="button"
          dir="auto"
          onClick={() => onOpen({ kind: "details", request: row })}
          className="line-clamp-2 min-h-6 cursor-pointer text-left text-ui font-semibold wrap-anywhere hover:underline"
        >
          {row.title}
        </button>
        <span className="block text-xs text-muted">{row.number ?? "No number yet"}</span>
      </td>
      <td className={classNames(cell, "text-right font-semibold whitespace-nowrap")}>
        {money(row.amount_minor)}
        {row.open_minor > 0 && row.open_minor < row.amount_minor && (
          <span className="block text-xs font-normal text-muted">{money(row.open_minor)} open</span>
        )}
        {row.credit_minor > 0 && (
          <span className="block text-xs font-normal text-dev">{money(row.credit_minor)} credit</span>
        )}
      </td>
      <td className={classNames(cell, "sm:min-w-32")}>
        <Link
          to={`/admin/crm/accounts/${row.account_id}`}
          dir="auto"
          className="line-clamp-2 wrap-anywhere hover:underline"
        >
          {row.account_name}
        </Link>
      </td>
      <td className={classNames(cell, "max-sm:text-right")}>
        <StatusBadge status={look}>{words}</StatusBadge>
      </td>
      <td className={classNames(cell, "whitespace-nowrap max-sm:hidden")}>{shortDay(row.due_on, today)}</td>
      <td className={classNames(cell, "w-36 max-sm:hidden")}>
        {row.state !== "draft" && <PaidBar received={row.received_minor} amount={row.amount_minor} />}
      </td>
      <td
        className={classNames(
          cell,
          "pr-4! text-right whitespace-nowrap max-sm:col-span-2 max-sm:flex max-sm:justify-end max-sm:gap-2 max-sm:pr-0!",
        )}
      >
        <RowActions {...{ row, onOpen, change }} />
      </td>
    </tr>
  );
}

function RowActions({
  row,
  onOpen,
  change,
}: {
  row: PaymentRequest;
  onOpen: (dialog: OpenDialog) => void;
  change: PaymentsView["change"];
}) {
  const work = usePaymentWork();
  const run = (what: "open" | "discard" | "send", done: string) =>
    work.mutate(
      { work: { what, request: row.id }, done },
      { onError: (error) => toast({ title: "That did not work", text: messageOf(error), tone: "danger" }) },
    );
  const actions: MenuAction[] =
    row.state === "draft"
      ? [
          {
            id: "discard",
            label: "Delete the draft",
            icon: "trash",
            danger: true,
            onAction: () => run("discard", "Draft deleted"),
          },
        ]
      : [
          {
            id: "details",
            label: "What has come in",
            icon: "card",
            onAction: () => onOpen({ kind: "details", request: row }),
          },
          ...(row.state === "cancelled"
            ? []
            : ([
                { id: "link", label: "Copy a link to the page", icon: "copy", onAction: () => void copyLink(row) },
                ...(row.open_minor > 0
                  ? [
                      {
                        id: "send",
                        label: "Send again",
                        icon: "letter" as const,
                        onAction: () => run("send", "Written to the outbox"),
                      },
                    ]
                  : []),
                {
                  id: "change",
                  label: "Change",
                  icon: "edit",
                  onAction: () => onOpen({ kind: "change", request: row }),
                },
              ] satisfies MenuAction[])),
          ...(row.credit_minor > 0
            ? [
                {
                  id: "credit",
                  label: "Use the credit",
                  icon: "arrow" as const,
                  onAction: () => onOpen({ kind: "credit", request: row }),
                },
              ]
            : []),
          {
            id: "statement",
            label: `Statement of ${row.account_name}`,
            icon: "document",
            onAction: () => change({ account: row.account_id, statement: "yes" }),
          },
          ...(row.state === "cancelled"
            ? []
            : [
                {
                  id: "cancel",
                  label: "Cancel the request",
                  icon: "close" as const,
                  danger: true as const,
                  onAction: () => onOpen({ kind: "cancel", request: row }),
                },
              ]),
        ];
  return (
    <>
      {row.state === "draft" && may("payments", "add") ? (
        <Button
          variant="line"
          size="compact"
          disabled={work.isPending}
          onClick={() => run("open", `${row.title} is open`)}
        >
          Open
        </Button>
      ) : row.bucket !== null && may("payments", "money") ? (
        <Button variant="line" size="compact" onClick={() => onOpen({ kind: "record", request: row })}>
          Record payment
        </Button>
      ) : (
        <button
          type="button"
          className={buttonClass({ variant: "line", size: "compact", className: "border-transparent!" })}
          onClick={() => onOpen({ kind: "details", request: row })}
        >
          {row.received_minor > 0 ? "Receipt" : "Details"}
        </button>
      )}
      <Menu
        label={`More for ${row.number ?? row.title}`}
        actions={actions.filter(({ id }) => isAllowed(id))}
        className="ml-1 inline-grid size-8.5 place-items-center rounded-2 align-middle hover:bg-shade max-sm:size-10"
      />
    </>
  );
}
