// A booking and the requests that it paid: chosen, split, and what becomes of what is short.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { formatDay } from "#domain/days.ts";
import { exactMoney, parseMoney, typedMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { IconButton } from "#app/ui/button.tsx";
import { FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import {
  type BankLine,
  choicesQuery,
  creditRest,
  matchLine,
  type RequestChoice,
  type Suggestion,
  useBankWork,
} from "./bank-data.ts";

interface Chosen {
  request: string;
  number: string;
  account_name: string;
  title: string;
  open_minor: number;
  invoice_id: string | null;
  /** As it was typed. */
  amount: string;
}

export function MatchDialog({
  line,
  suggestion,
  onClose,
}: {
  line: BankLine;
  suggestion: Suggestion | null;
  onClose: () => void;
}) {
  const { currency } = line;
  const money = (minor: number) => exactMoney(minor, currency);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen[]>(() =>
    (suggestion?.parts ?? []).map((part) => ({
      ...part,
      number: part.invoice ?? part.number,
      amount: typedMoney(part.amount_minor, currency),
    })),
  );
  const [search, setSearch] = useState("");
  const [rest, setRest] = useState<"open" | "credit">("open");
  const choices = useQuery(choicesQuery(line.id, search.trim(), line.client_id));
  const amounts = chosen.map(({ amount }) => parseMoney(amount, currency));
  const isWrong = amounts.some((minor) => minor === null || minor <= 0);
  const sum = amounts.reduce<number>((all, minor) => all + (minor ?? 0), 0);
  const left = line.rest_minor - sum;
  // Short by a fee: one request, with more open than came.
  const [only] = chosen.length === 1 ? chosen : [];
  const short = only && !isWrong && left === 0 ? only.open_minor - sum : 0;
  const mayCredit = short > 0 && only?.invoice_id != null && may("invoices", "money");
  const work = useBankWork(
    async () => {
      await matchLine({
        line: line.id,
        parts: chosen.map(({ request }, place) => ({ request, amount_minor: amounts[place]! })),
        reasons: suggestion?.reasons ?? [],
      });
      if (!mayCredit || rest !== "credit") return null;
      // The money is booked by now, whatever becomes of the credit note.
      return creditRest({ invoice: only.invoice_id!, minor: short }).catch((error: Error) => {
        toast({ title: "Booked, but no credit note was drafted", text: messageOf(error), tone: "danger" });
        return null;
      });
    },
    () => `${money(sum)} booked`,
    (draft) => {
      onClose();
      if (draft) void navigate(`/admin/invoices/${draft}`);
    },
  );
  const add = (choice: RequestChoice) => {
    setChosen([
      ...chosen,
      {
        ...choice,
        request: choice.id,
        number: choice.invoice ?? choice.number,
        amount: typedMoney(Math.max(Math.min(choice.open_minor || left, left), 0), currency),
      },
    ]);
    setSearch("");
  };
  const blocked = chosen.length === 0 || isWrong || left < 0;
  return (
    <FormDialog
      title="What was paid"
      confirm={sum > 0 && !isWrong ? `Book ${money(sum)}` : "Book"}
      form="match"
      busy={work.isPending}
      blocked={blocked}
      onClose={onClose}
    >
      <form
        id="match"
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!blocked) work.mutate(undefined);
        }}
      >
        <p className="flex items-baseline justify-between gap-4">
          <span className="min-w-0">
            <b dir="auto" className="block font-[620] wrap-anywhere">
              {line.name ?? "Without a name"}
            </b>
            <span dir="auto" className="block text-caption wrap-anywhere text-muted">
              {[formatDay(line.day), line.words].filter(Boolean).join(", ")}
            </span>
          </span>
          <span className="serif text-xl whitespace-nowrap">{money(line.rest_minor)}</span>
        </p>
        {chosen.length > 0 && (
          <ul aria-label="Paid by this booking" className="grid gap-2">
            {chosen.map((each, place) => (
              <li key={each.request} className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-end gap-2">
                <span className="min-w-0 self-center">
                  <b className="block font-semibold">{each.number}</b>
                  <span dir="auto" className="block truncate text-caption text-muted">
                    {each.account_name}, {money(each.open_minor)} open
                  </span>
                </span>
                <TextField
                  label="Amount"
                  size="compact"
                  inputMode="decimal"
                  autoComplete="off"
                  value={each.amount}
                  error={amounts[place] === null ? "Like 1,250.50" : undefined}
                  onChange={(event) => setChosen(chosen.with(place, { ...each, amount: event.target.value }))}
                />
                <IconButton
                  name="close"
                  label={`Leave ${each.number} out`}
                  onClick={() => setChosen(chosen.filter((_, at) => at !== place))}
                />
              </li>
            ))}
          </ul>
        )}
        <output className="flex flex-wrap justify-between gap-x-4 text-caption text-muted">
          <span>{money(sum)} of this booking</span>
          <span className={left < 0 ? "font-semibold text-danger" : ""}>
            {left > 0
              ? `${money(left)} stays to be matched`
              : left < 0
                ? `${money(-left)} more than came`
                : "All of it"}
          </span>
        </output>
        {short > 0 && (
          <SelectField
            label={`${money(short)} less came than is open`}
            size="compact"
            value={rest}
            onChange={(event) => setRest(event.target.value as "open")}
          >
            <option value="open">It stays open</option>
            {mayCredit && <option value="credit">A fee of the bank: draft a credit note of it</option>}
          </SelectField>
        )}
        {sum > 0 && only && sum > only.open_minor && (
          <p className="text-caption text-dev">
            {money(sum - only.open_minor)} more than is open: it becomes credit of the client.
          </p>
        )}
        <TextField
          label={chosen.length === 0 ? "Find the invoice" : "Add another"}
          size="compact"
          autoComplete="off"
          placeholder="Number, title or client"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {choices.isError && <FieldError>{messageOf(choices.error)}</FieldError>}
        <ul aria-label="Requests" className="max-h-52 overflow-y-auto rounded-1 border border-line empty:hidden">
          {(choices.data ?? [])
            .filter(({ id }) => chosen.every(({ request }) => request !== id))
            .map((choice) => (
              <li key={choice.id} className="border-b border-line last:border-0">
                <button
                  type="button"
                  className="flex w-full items-baseline justify-between gap-3 px-3 py-2 text-left hover:bg-sunken"
                  onClick={() => add(choice)}
                >
                  <span dir="auto" className="min-w-0 truncate">
                    <b className="font-semibold">{choice.invoice ?? choice.number}</b> {choice.account_name},{" "}
                    {choice.title}
                  </span>
                  <span className="text-caption whitespace-nowrap text-muted">
                    {choice.open_minor > 0 ? `${money(choice.open_minor)} open` : "paid already"}
                  </span>
                </button>
              </li>
            ))}
          {choices.data?.length === 0 && (
            <li className="px-3 py-2 text-muted">{search ? "None found." : `Nothing is open in ${currency}.`}</li>
          )}
        </ul>
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </form>
    </FormDialog>
  );
}
