// /admin/deals: the board, or the list of the same deals. The address holds view, filter and dialog.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { site } from "#content/site.ts";
import { may } from "#app/lib/access.ts";
import type { AsksAhead } from "#app/lib/ask-ahead.ts";
import { formatClock } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { OpenedDialog } from "#app/records/dialog/opened-dialog.tsx";
import { type ChangeAddress, useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { PartFailure } from "#app/ui/compact/part-failure.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { BoardLoading } from "./board/board-loading.tsx";
import { deal } from "./deal.ts";
import { readBoardSort } from "./board/board-sort.ts";
import { DealBoard } from "./board/deal-board.tsx";
import { filterNames, isFiltered, readDealFilter } from "./deal-filter.ts";
import { DealFilters } from "./deal-filters.tsx";
import type { Board } from "./board/board.ts";
import { boardQuery, boardTotalsQuery, stagesQuery } from "./deals-data.ts";
import { NewDealDialog } from "./new-deal-dialog.tsx";

const DealsList = lazy(() => import("./list/deals-list.tsx"));
const ImportDialog = lazy(() => import("#app/records/csv/import-dialog.tsx"));

export const handle: AsksAhead = {
  askAhead(queries, params) {
    void queries.prefetchQuery(stagesQuery);
    // A stage in the address is understood once the stages are known.
    if (params.get("view") !== "list" && !params.has("stage"))
      void queries.prefetchQuery(boardQuery(readDealFilter(params, []), readBoardSort(params)));
  },
};

export default function DealsPage() {
  const { params, change: changeAddress } = useAddress();
  // Anything but a page change starts at page one again.
  const change: ChangeAddress = (changes, replace) => changeAddress({ page: null, ...changes }, replace);
  const isList = params.get("view") === "list";
  const stages = useQuery(stagesQuery);
  const filter = readDealFilter(params, stages.data ?? []);
  const sort = readBoardSort(params);
  // A stage in the address is understood once the stages are known.
  const known = stages.data !== undefined || !params.has("stage");
  const board = useQuery({ ...boardQuery(filter, sort), enabled: !isList && known });
  const totals = useQuery({ ...boardTotalsQuery(filter), enabled: isList && known });
  const dialog = params.get("dialog");
  const closeDialog = () => change({ dialog: null, id: null }, true);
  const openNew = () => change({ dialog: "new" });
  useShortcut("n", openNew);
  const clear = () => change(Object.fromEntries(filterNames.map((name) => [name, null])));

  return (
    <>
      <title>{`Deals | ${site.name} admin`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="serif -mb-1 pb-1 text-[1.75rem] leading-[1.15] tracking-[-0.018em]">Deals</h1>
          <p className="mt-0.5 min-h-5 text-muted">
            {board.isError && !isList ? "Not up to date." : inWords(isList ? totals.data : board.data)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:min-h-11 max-sm:*:grow print:hidden">
          {may("deals", "add") && (
            <>
              <Button variant="line" size="compact" onClick={() => change({ dialog: "import" })}>
                Import CSV
              </Button>
              <Button size="compact" icon="plus" onClick={openNew}>
                New Deal
              </Button>
            </>
          )}
        </div>
      </div>
      {/* On a phone the row scrolls, and has room for the ring around what has the focus. */}
      <div className="flex items-center gap-2 print:hidden max-sm:-m-1 max-sm:overflow-x-auto max-sm:p-1 sm:flex-wrap">
        <Segmented
          label="View"
          choices={[
            { id: "board", name: "Board", icon: "board" },
            { id: "list", name: "List", icon: "list" },
          ]}
          chosen={isList ? "list" : "board"}
          onChoose={(view) => change({ view: view === "list" ? "list" : null })}
        />
        <DealFilters {...{ filter, params, sort }} stages={stages.data ?? []} list={isList} onChange={change} />
        {!isList && (
          <p className="ml-auto text-caption text-muted max-lg:hidden">
            Drag, or press <kbd className="rounded-xs border border-control px-1 text-[0.6875rem]">M</kbd> on a card
          </p>
        )}
      </div>
      {isList ? (
        <Suspense fallback={<BoardLoading list />}>
          <DealsList
            filter={filter}
            stages={stages.data ?? []}
            totals={totals.data}
            onNew={openNew}
            onClear={clear}
            onEdit={(id) => change({ dialog: "edit", id })}
          />
        </Suspense>
      ) : (
        <Shown
          {...{ board, filter }}
          onNew={openNew}
          onClear={clear}
          onByHand={() => change({ sort: null })}
          linkTo={(stage) => {
            const to = new URLSearchParams(params);
            to.set("view", "list");
            to.set("stage", stage);
            return `?${to}`;
          }}
        />
      )}
      {dialog === "new" && <NewDealDialog params={params} onClose={closeDialog} />}
      {dialog === "edit" && (
        <OpenedDialog key={params.get("id")} entity={deal} id={params.get("id")} onClose={closeDialog} />
      )}
      <Suspense>{dialog === "import" && <ImportDialog entity={deal} onClose={closeDialog} />}</Suspense>
    </>
  );
}

/** "12 open, $665,000. Weighted $281,425." */
function inWords(board: Board | undefined): string {
  if (!board) return "";
  const open = board.stages.filter(({ kind }) => kind === "open");
  const sum = (of: "count" | "sum_minor" | "weighted_minor") => open.reduce((all, stage) => all + stage[of], 0);
  const money = (minor: number) => formatMoney(minor, board.currency);
  return `${sum("count")} open, ${money(sum("sum_minor"))}. Weighted ${money(sum("weighted_minor"))}.`;
}

function Shown({
  board,
  filter,
  onNew,
  onClear,
  onByHand,
  linkTo,
}: {
  board: ReturnType<typeof useQuery<Board>>;
  filter: ReturnType<typeof readDealFilter>;
  onNew: () => void;
  onClear: () => void;
  onByHand: () => void;
  linkTo: (stage: string) => string;
}) {
  const stages = useQuery(stagesQuery);
  const { isOn } = useRecordsContext();
  if (!board.data || !stages.data) {
    if (!board.isError && !stages.isError) return <BoardLoading />;
    return (
      <section className={panelClass}>
        <PartFailure
          what="deals"
          why={messageOf(board.error ?? stages.error)}
          onRetry={() => void Promise.all([board.refetch(), stages.refetch()])}
          busy={board.isFetching || stages.isFetching}
        />
      </section>
    );
  }
  const none = board.data.stages.every(({ count }) => count === 0);
  return (
    <>
      {board.isError && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-3 rounded-1 rounded-br-[0.875rem] bg-danger-bg px-4 py-3 text-danger"
        >
          <Icon name="alert" />
          <p className="min-w-0 grow basis-60">
            <b>Failed to load deals.</b> The last copy from {formatClock(new Date(board.dataUpdatedAt))} is shown.
            Moving cards is off until it loads.
          </p>
          <Button variant="line" size="compact" onClick={() => void board.refetch()}>
            {board.isFetching ? "Trying..." : "Try again"}
          </Button>
        </div>
      )}
      <DealBoard
        board={board.data}
        filter={filter}
        stages={stages.data}
        movable={!board.isError && !board.isPlaceholderData && may("deals", "edit")}
        linkTo={({ id }) => linkTo(id)}
        onByHand={onByHand}
      />
      {none && (
        <section className={panelClass}>
          {isFiltered(filter) ? (
            <EmptyState title="No deals match">
              <Button variant="line" size="compact" onClick={onClear}>
                Clear filters
              </Button>
            </EmptyState>
          ) : (
            <EmptyState art={<Art name="still" />} title="No deals yet">
              <p className="max-w-104 text-muted">
                A deal begins when an inquiry asks for work, or when you add one here.
              </p>
              <div className="flex flex-wrap justify-center gap-2">
                {isOn("inquiries") && (
                  <Link to="/admin/inquiries" className={buttonClass({ variant: "line", size: "compact" })}>
                    <Icon name="inbox" className="size-4" />
                    Look at inquiries
                  </Link>
                )}
                {may("deals", "add") && (
                  <Button size="compact" icon="plus" onClick={onNew}>
                    New Deal
                  </Button>
                )}
              </div>
            </EmptyState>
          )}
        </section>
      )}
    </>
  );
}
