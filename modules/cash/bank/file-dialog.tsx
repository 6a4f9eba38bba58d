// A file before it is kept: what is in it, what is new, and, for CSV, which column is which.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#domain/days.ts";
import { type Encoding, encodings } from "#domain/decode-file.ts";
import { exactMoney } from "#domain/money.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Chip } from "#app/ui/badge.tsx";
import { FieldError, SelectField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { type BankAccount, type FileChoices, type FileLook, lookAt, takeIn, useBankWork } from "./bank-data.ts";
import { type CsvField, csvFields } from "./csv-columns.ts";

export function FileDialog({
  file,
  accounts,
  onClose,
}: {
  file: File;
  accounts: readonly BankAccount[];
  onClose: () => void;
}) {
  const [choices, setChoices] = useState<FileChoices>({});
  const look = useQuery({
    queryKey: ["cash", "bank", "look", file.name, file.size, file.lastModified, choices],
    queryFn: () => lookAt(file, choices),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const work = useBankWork(
    () => takeIn(file, choices),
    (taken) =>
      taken.again
        ? "This file was read before: nothing was added"
        : [
            `${countOf(taken.added, "booking")} added`,
            taken.known > 0 ? `${taken.known} known already` : "",
            taken.booked > 0 ? `${taken.booked} booked by the rule` : "",
          ]
            .filter(Boolean)
            .join(", "),
    onClose,
  );
  const { data } = look;
  const question = data?.csv?.question ?? null;
  const isReady =
    data !== undefined && !look.isPlaceholderData && question === null && data.count > 0 && data.read_before === null;
  return (
    <FormDialog
      title="A file of the bank"
      confirm={isReady && data.added > 0 ? `Keep ${countOf(data.added, "new booking")}` : "Keep the file"}
      busy={work.isPending}
      blocked={!isReady || look.isError}
      onConfirm={() => work.mutate(undefined)}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="font-semibold wrap-anywhere">{file.name}</p>
        {look.isPending && <LoadingRows rows={4} />}
        {look.isError && <FieldError>{messageOf(look.error)}</FieldError>}
        {question && !look.isError && (
          <p role="alert" className="rounded-1 bg-dev-bg px-3 py-2.5 text-dev">
            {question}
          </p>
        )}
        {data?.csv && <Columns look={data} accounts={accounts} choices={choices} onChange={setChoices} />}
        {data && question === null && !look.isError && <Found look={data} />}
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </div>
    </FormDialog>
  );
}

const orders = { dmy: "Day, month, year", mdy: "Month, day, year", ymd: "Year, month, day" } as const;
const needed: readonly CsvField[] = ["day", "amount"];

function Columns({
  look,
  accounts,
  choices,
  onChange,
}: {
  look: FileLook;
  accounts: readonly BankAccount[];
  choices: FileChoices;
  onChange: (choices: FileChoices) => void;
}) {
  const csv = look.csv!;
  const columns = choices.columns ?? csv.columns;
  const set = (field: CsvField, column: string) => {
    const next = Object.fromEntries(Object.entries(columns).filter(([name]) => name !== field));
    onChange({ ...choices, columns: column === "" ? next : { ...next, [field]: Number(column) } });
  };
  return (
    <details open={!csv.remembered || csv.question !== null} className="grid gap-3">
      <summary className="cursor-pointer font-semibold">
        {csv.remembered ? "Columns, as the last time" : "Which column is which"}
      </summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {accounts.length > 1 && (
          <SelectField
            label="Account"
            marked
            size="compact"
            value={choices.account ?? ""}
            onChange={(event) => onChange({ ...choices, account: event.target.value })}
          >
            <option value="">Choose the account</option>
            {accounts.map(({ account, currency }) => (
              <option key={`${account} ${currency}`} value={account}>
                {account}, {currency}
              </option>
            ))}
          </SelectField>
        )}
        {Object.entries(csvFields).map(([field, label]) => (
          <SelectField
            key={field}
            label={label}
            marked={needed.includes(field as CsvField)}
            size="compact"
            value={columns[field as CsvField] ?? ""}
            onChange={(event) => set(field as CsvField, event.target.value)}
          >
            <option value="">Not in the file</option>
            {csv.headings.map((heading, place) => (
              <option key={place} value={place}>
                {[heading || `Column ${place + 1}`, csv.sample[0]?.[place]].filter(Boolean).join(": ").slice(0, 60)}
              </option>
            ))}
          </SelectField>
        ))}
        <SelectField
          label="Days are written"
          size="compact"
          value={choices.dayOrder ?? csv.dayOrder ?? ""}
          onChange={(event) => onChange({ ...choices, dayOrder: event.target.value as "dmy" })}
        >
          <option value="" disabled>
            Choose
          </option>
          {Object.entries(orders).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Amounts are written"
          size="compact"
          value={choices.decimalMark ?? csv.decimalMark ?? ""}
          onChange={(event) => onChange({ ...choices, decimalMark: event.target.value as "," })}
        >
          <option value="" disabled>
            Choose
          </option>
          <option value=".">1,234.56</option>
          <option value=",">1.234,56</option>
        </SelectField>
        <SelectField
          label={look.sure ? "Letters" : "Letters: check the names below"}
          size="compact"
          value={choices.encoding ?? look.encoding}
          onChange={(event) => onChange({ ...choices, encoding: event.target.value as Encoding })}
        >
          {encodings.map((encoding) => (
            <option key={encoding}>{encoding}</option>
          ))}
        </SelectField>
      </div>
    </details>
  );
}

const shown = 8;

function Found({ look }: { look: FileLook }) {
  const known = look.count - look.added;
  return (
    <>
      {look.read_before && (
        <p role="alert" className="rounded-1 bg-dev-bg px-3 py-2.5 text-dev">
          This very file was read before, as {look.read_before.file_name}. Nothing would be added.
        </p>
      )}
      {look.gaps.map((gap) => (
        <p key={`${gap.account} ${gap.since}`} role="alert" className="rounded-1 bg-dev-bg px-3 py-2.5 text-dev">
          Days may be missing: the statement to {formatDay(gap.since)} ends with{" "}
          {exactMoney(gap.kept_minor, look.statements[0]?.currency ?? "EUR")}, this one begins with{" "}
          {exactMoney(gap.opening_minor, look.statements[0]?.currency ?? "EUR")}.
        </p>
      ))}
      <dl className="grid gap-1 text-caption">
        {look.statements.map((statement, place) => (
          <div key={place} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted wrap-anywhere">
              {statement.account}
              {statement.starts_on &&
                statement.ends_on &&
                `, ${formatDay(statement.starts_on)} to ${formatDay(statement.ends_on)}`}
            </dt>
            <dd className="whitespace-nowrap">
              {statement.opening_minor !== null && statement.closing_minor !== null
                ? `${exactMoney(Number(statement.opening_minor), statement.currency)} to ${exactMoney(Number(statement.closing_minor), statement.currency)}, adds up`
                : countOf(statement.lines, "booking")}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        {countOf(look.count, "booking")}, {look.added} new{known > 0 && `, ${known} known already`}
        {look.left_out.map(({ reason, count }) => `, ${count} left out (${reason})`).join("")}.
      </p>
      <ul aria-label="First bookings" className="rounded-1 border border-line text-caption">
        {look.lines.slice(0, shown).map((line, place) => (
          <li key={place} className="flex items-baseline gap-3 border-b border-line px-3 py-1.5 last:border-0">
            <span className="whitespace-nowrap text-muted">{formatDay(line.day)}</span>
            <span dir="auto" className="min-w-0 grow truncate">
              {[line.name, line.words].filter(Boolean).join(", ")}
            </span>
            {!line.is_new && <Chip>known</Chip>}
            <b className="font-semibold whitespace-nowrap">{exactMoney(Number(line.amount_minor), line.currency)}</b>
          </li>
        ))}
        {look.count > shown && <li className="px-3 py-1.5 text-muted">and {look.count - shown} more</li>}
      </ul>
    </>
  );
}
