// One booking: who, how much, what it could have paid and why, or what it did pay.
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import type { BankLine, LineMatch, Suggestion } from "./bank-data.ts";

export interface LineActions {
  onAccept: (line: BankLine, suggestion: Suggestion) => void;
  onChoose: (line: BankLine) => void;
  onIgnore: (line: BankLine) => void;
  onBringBack: (line: BankLine) => void;
  onPayout: (line: BankLine) => void;
  onUndo: (line: BankLine, match: LineMatch) => void;
  onUndoPayout: (line: BankLine) => void;
}

const tones = { certain: "safe", likely: "nil", weak: "plain" } as const;
const words = { certain: "Certain", likely: "Likely", weak: "Weak" } as const;

/** A suggestion that books less or more than is open asks first. */
export const isExact = ({ parts }: Suggestion) =>
  parts.every(({ amount_minor, open_minor }) => amount_minor === open_minor);
export const isPayout = (line: BankLine) => /\b(?:stripe|payout)\b/i.test(`${line.name ?? ""} ${line.words}`);

export function LineRow({ line, busy, actions }: { line: BankLine; busy: boolean; actions: LineActions }) {
  const money = (minor: number) => exactMoney(minor, line.currency);
  const mayBook = may("cash", "money") && may("payments", "money");
  const [first, ...others] = line.suggestions;
  const live = line.matches.filter(({ undone_at }) => undone_at === null);
  const isOpen = line.state === "new" || line.state === "partly";
  return (
    <li
      data-row={line.id}
      tabIndex={-1}
      aria-label={`${line.name ?? "Without a name"}, ${money(line.amount_minor)}`}
      className="grid gap-x-6 gap-y-2 border-b border-line px-4 py-3 -outline-offset-2 last:border-0 hover:bg-sunken lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div className="flex min-w-0 items-baseline justify-between gap-4">
        <span className="min-w-0">
          <b dir="auto" className="block font-semibold wrap-anywhere">
            {line.name ?? "Without a name"}
          </b>
          <span dir="auto" className="line-clamp-2 text-caption wrap-anywhere text-muted">
            {[formatDay(line.day), line.words].filter(Boolean).join(", ")}
          </span>
        </span>
        <span className="text-right whitespace-nowrap">
          <b className="font-semibold">{money(line.amount_minor)}</b>
          {line.state === "partly" && (
            <span className="block text-caption text-dev">{money(line.rest_minor)} left</span>
          )}
        </span>
      </div>
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 text-caption">
        <div className="grid min-w-0 flex-1 basis-56 gap-1">
          {isOpen && first && <Suggested suggestion={first} money={money} />}
          {isOpen && first && others.length > 0 && (
            <span className="text-muted">or {others.map(({ parts }) => namesOf(parts)).join(", ")}</span>
          )}
          {isOpen && !first && (
            <span className="text-muted">
              {isPayout(line) ? "A payout of card payments?" : "Fits nothing that is open."}
            </span>
          )}
          {line.state === "ignored" && (
            <span className="text-muted">Ignored{line.ignored_why && `: ${line.ignored_why}`}</span>
          )}
          {line.payout && (
            <span>
              {line.payout.payments === 1 ? "1 card payment" : `${line.payout.payments} card payments`} of{" "}
              {money(line.payout.sum_minor)}, {money(line.payout.fees_minor)} fees
            </span>
          )}
          {line.matches.map((match) => (
            <span
              key={match.id}
              className={match.undone_at ? "text-muted line-through" : ""}
              title={match.undone_why ?? undefined}
            >
              {match.invoice_id ? (
                <Link to={`/admin/invoices/${match.invoice_id}`} className="font-semibold underline underline-offset-3">
                  {match.invoice ?? match.number}
                </Link>
              ) : (
                <b className="font-semibold">{match.number}</b>
              )}{" "}
              {match.account_name}, {money(match.amount_minor)}, {match.by === "rule" ? "by the rule" : match.who}
            </span>
          ))}
        </div>
        {mayBook && (
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:min-h-11 max-sm:*:grow">
            {isOpen && first && (
              <Button
                size="compact"
                variant={first.certainty === "weak" ? "line" : "solid"}
                disabled={busy}
                onClick={() => actions.onAccept(line, first)}
              >
                {isExact(first) ? "Book" : "Book..."}
              </Button>
            )}
            {isOpen && !first && isPayout(line) && line.state === "new" && (
              <Button size="compact" disabled={busy} onClick={() => actions.onPayout(line)}>
                Settle payout
              </Button>
            )}
            {isOpen && (
              <Button size="compact" variant="line" disabled={busy} onClick={() => actions.onChoose(line)}>
                Choose
              </Button>
            )}
            {isOpen && (
              <Button size="compact" variant="line" disabled={busy} onClick={() => actions.onIgnore(line)}>
                Ignore
              </Button>
            )}
            {line.state === "ignored" && (
              <Button size="compact" variant="line" disabled={busy} onClick={() => actions.onBringBack(line)}>
                Bring back
              </Button>
            )}
            {line.payout && (
              <Button size="compact" variant="line" disabled={busy} onClick={() => actions.onUndoPayout(line)}>
                Undo
              </Button>
            )}
            {live.map((match) => (
              <Button
                key={match.id}
                size="compact"
                variant="line"
                disabled={busy}
                onClick={() => actions.onUndo(line, match)}
              >
                {live.length > 1 ? `Undo ${match.invoice ?? match.number}` : "Undo"}
              </Button>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

const namesOf = (parts: Suggestion["parts"]) =>
  parts.map(({ invoice, number, account_name }) => `${invoice ?? number} ${account_name}`).join(" + ");

function Suggested({ suggestion, money }: { suggestion: Suggestion; money: (minor: number) => string }) {
  const { certainty, reasons, parts } = suggestion;
  return (
    <span className="grid gap-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Chip tone={tones[certainty]}>{words[certainty]}</Chip>
        <span className="text-muted">{reasons.join(", ")}</span>
      </span>
      {parts.map((part) => (
        <span key={part.request} dir="auto" className="wrap-anywhere">
          <b className="font-semibold">{part.invoice ?? part.number}</b> {part.account_name}
          {part.amount_minor !== part.open_minor &&
            (part.open_minor === 0
              ? `, paid already`
              : part.amount_minor < part.open_minor
                ? `, ${money(part.open_minor - part.amount_minor)} short`
                : `, ${money(part.amount_minor - part.open_minor)} too much`)}
          {parts.length > 1 && part.amount_minor === part.open_minor && `, ${money(part.amount_minor)}`}
        </span>
      ))}
    </span>
  );
}
