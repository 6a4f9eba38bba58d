// /admin/cash/bank: what the bank says came in, and what it paid. The address holds tab, account, search and page.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { FindField } from "#app/records/list/find-field.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { PageTurner } from "#app/records/list/page-turner.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { useRowKeys } from "#app/ui/compact/use-row-keys.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Checkbox } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { CashFrame } from "../cash-frame.tsx";
import {
  accountsQuery,
  type BankAccount,
  type BankLine,
  bringBack,
  countsQuery,
  ignoreLine,
  type LineFilterState,
  type LineMatch,
  lineStates,
  linesQuery,
  matchLine,
  pageSize,
  setRule,
  type Suggestion,
  undoPayout,
  useBankWork,
} from "./bank-data.ts";
import { ChooseBankFile } from "./choose-bank-file.tsx";
import { FileDialog } from "./file-dialog.tsx";
import { FilesPanel } from "./files-panel.tsx";
import { isExact, type LineActions, LineRow } from "./line-row.tsx";
import { MatchDialog } from "./match-dialog.tsx";
import { PayoutDialog } from "./payout-dialog.tsx";
import { UndoDialog } from "./undo-dialog.tsx";

const names: Record<LineFilterState, string> = {
  new: "To match",
  matched: "Matched",
  rule: "By the rule",
  ignored: "Ignored",
  out: "Money out",
};

type Open =
  | { what: "match"; line: BankLine; suggestion: Suggestion | null }
  | { what: "payout"; line: BankLine }
  | { what: "undo"; line: BankLine; match: LineMatch };

export default function BankPage() {
  const { params, change } = useAddress();
  const set = (changes: Record<string, string | null>) => change({ page: null, ...changes }, "search" in changes);
  const state = lineStates.find((each) => each === params.get("tab")) ?? "new";
  const account = params.get("account") ?? "";
  const search = params.get("search") ?? "";
  const page = Math.max(1, Math.min(2000, Number(params.get("page")) || 1));
  const list = useQuery(linesQuery({ state, ...(account && { account }), ...(search && { search }) }, page));
  const counts = useQuery(countsQuery).data;
  const accounts = useQuery(accountsQuery);
  const [file, setFile] = useState<File | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const rows = list.data ?? [];
  const count = rows[0]?.total_count ?? 0;
  const mayBook = may("cash", "money") && may("payments", "money");

  const book = useBankWork(matchLine, (_, { parts }) =>
    parts.length === 1 ? "Booked" : `Booked for ${countOf(parts.length, "request")}`,
  );
  const ignore = useBankWork(ignoreLine, () => "Ignored");
  const back = useBankWork(bringBack, () => "Brought back");
  const unpay = useBankWork(undoPayout, () => "Undone");
  const busy = book.isPending || ignore.isPending || back.isPending || unpay.isPending;
  const actions: LineActions = {
    // What is exactly open is one press; less or more is asked about.
    onAccept: (line, suggestion) =>
      isExact(suggestion)
        ? book.mutate({ line: line.id, parts: suggestion.parts, reasons: suggestion.reasons })
        : setOpen({ what: "match", line, suggestion }),
    onChoose: (line) => setOpen({ what: "match", line, suggestion: null }),
    onIgnore: (line) => ignore.mutate(line.id),
    onBringBack: (line) => back.mutate(line.id),
    onPayout: (line) => setOpen({ what: "payout", line }),
    onUndo: (line, match) => setOpen({ what: "undo", line, match }),
    onUndoPayout: (line) => unpay.mutate(line.id),
  };
  const keys = useRowKeys({ rows, openId: null, onOpen: () => undefined });
  const onRow = (work: (line: BankLine) => void) => () => {
    const line = keys.current();
    if (line && mayBook && !busy && (line.state === "new" || line.state === "partly")) work(line);
  };
  useShortcut(
    "a",
    onRow((line) => (line.suggestions[0] ? actions.onAccept(line, line.suggestions[0]) : actions.onChoose(line))),
  );
  useShortcut("c", onRow(actions.onChoose));
  useShortcut("x", onRow(actions.onIgnore));

  const noAccount = accounts.data?.length === 0;
  const never = counts !== undefined && counts.new + counts.matched + counts.ignored + counts.out === 0;
  const panel = (
    <section aria-label="Bookings" aria-busy={list.isFetching} className={`${panelClass} mt-5`}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-3">
        <FindField label="Find a booking" value={search} onFind={(term) => set({ search: term || null })} />
        <output className="ml-auto text-caption text-muted">
          {list.data && `${countOf(count, "booking")}, newest first`}
        </output>
      </div>
      {state === "rule" && <Rule books={counts?.books_certain ?? false} />}
      {list.isPending && <LoadingRows />}
      {list.isError && (
        <FailedRow what="bookings" why={messageOf(list.error)} onRetry={() => void list.refetch()}>
          What was booked is kept.
        </FailedRow>
      )}
      {rows.length > 0 && (
        <ul aria-label="Bookings" inert={list.isPlaceholderData} className={list.isPlaceholderData ? "opacity-55" : ""}>
          {rows.map((line) => (
            <LineRow key={line.id} line={line} busy={busy} actions={actions} />
          ))}
        </ul>
      )}
      {list.data && rows.length === 0 && (
        <Nothing state={state} search={search} never={never} onClear={() => set({ search: null })} />
      )}
      <PageTurner page={page} pages={Math.ceil(count / pageSize)} onTurn={(to) => change({ page: String(to) })} />
    </section>
  );

  return (
    <CashFrame
      page="Bank"
      note={
        counts && (counts.new === 0 ? "Nothing waits to be matched." : `${countOf(counts.new, "booking")} to match.`)
      }
    >
      {noAccount ? (
        <p className="rounded-1 bg-dev-bg px-4 py-2.5 text-dev">
          <b className="font-semibold">No bank account is set:</b> a file is read only of an account that is yours.{" "}
          <Link to="/admin/settings?tab=firm" className="font-semibold underline underline-offset-3">
            Settings, Firm
          </Link>
        </p>
      ) : (
        may("cash", "money") && <ChooseBankFile onChoose={setFile} />
      )}
      {accounts.data && accounts.data.some(({ balance_on: on }) => on !== null) && (
        <Balances accounts={accounts.data} chosen={account} onChoose={(id) => set({ account: id || null })} />
      )}
      <div>
        <Tabs
          label="Which bookings"
          tone="ink"
          selected={state}
          onSelect={(id) => set({ tab: id === "new" ? null : id })}
          tabs={lineStates.map((id) => ({
            id,
            label: names[id],
            ...(id === "new" && counts && { count: counts.new }),
            panel: id === state ? panel : null,
          }))}
        />
      </div>
      <FilesPanel />
      {file && <FileDialog file={file} accounts={accounts.data ?? []} onClose={() => setFile(null)} />}
      {open?.what === "match" && (
        <MatchDialog line={open.line} suggestion={open.suggestion} onClose={() => setOpen(null)} />
      )}
      {open?.what === "payout" && <PayoutDialog line={open.line} onClose={() => setOpen(null)} />}
      {open?.what === "undo" && (
        <UndoDialog match={open.match} currency={open.line.currency} onClose={() => setOpen(null)} />
      )}
    </CashFrame>
  );
}

function Balances({
  accounts,
  chosen,
  onChoose,
}: {
  accounts: readonly BankAccount[];
  chosen: string;
  onChoose: (account: string) => void;
}) {
  return (
    <ul aria-label="Balances" className="flex flex-wrap gap-x-8 gap-y-2">
      {accounts
        .filter(({ balance_on: on }) => on !== null)
        .map((each) => (
          <li key={`${each.account} ${each.currency}`}>
            <button
              type="button"
              aria-pressed={chosen === each.account}
              className="rounded-1 text-left aria-pressed:bg-nil"
              onClick={() => onChoose(chosen === each.account ? "" : each.account)}
            >
              <span className="serif block text-xl">{exactMoney(each.balance_minor ?? 0, each.currency)}</span>
              <span className="text-caption text-muted">
                {[each.bank, `ends in ${each.account.slice(-4)}`].filter(Boolean).join(", ")}, by the statement to{" "}
                {formatDay(each.balance_on ?? "")}
              </span>
            </button>
          </li>
        ))}
    </ul>
  );
}

function Rule({ books }: { books: boolean }) {
  const work = useBankWork(setRule, (_, on) => (on ? "The rule is on" : "The rule is off"));
  return (
    <div className="grid gap-1 border-b border-line px-4 py-3">
      <Checkbox
        label="Book what is certain while a file is read"
        checked={books}
        disabled={work.isPending || !may("cash", "money")}
        onChange={(event) => work.mutate(event.target.checked)}
      />
      <p className="text-caption text-muted">
        Certain is our number with the amount that is open. Everything the rule booked is listed here and can be undone.
      </p>
    </div>
  );
}

function Nothing({
  state,
  search,
  never,
  onClear,
}: {
  state: LineFilterState;
  search: string;
  never: boolean;
  onClear: () => void;
}) {
  if (search !== "")
    return (
      <EmptyState title="No bookings match">
        <Button variant="line" size="compact" onClick={onClear}>
          Clear search
        </Button>
      </EmptyState>
    );
  if (never)
    return (
      <EmptyState art={<Art name="still" />} title="No bookings yet">
        <p className="max-w-104 text-muted">
          Read a file of your bank. Each booking then names the invoice that it could have paid, and nothing is booked
          without you.
        </p>
      </EmptyState>
    );
  const words: Record<LineFilterState, string> = {
    new: "Everything is matched",
    matched: "Nothing is matched yet",
    rule: "The rule has booked nothing",
    ignored: "Nothing is ignored",
    out: "No money went out",
  };
  return <EmptyState {...(state === "new" && { art: <Art name="still" /> })} title={words[state]} />;
}
