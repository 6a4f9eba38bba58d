// Every query and mutation of the bank's screens. What a line could have paid is the database's to say (sql/bank-suggestions.sql).
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { Encoding } from "#domain/decode-file.ts";
import { messageOf, RequestError } from "#app/lib/request-error.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, callJson, parsed } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import type { CsvMatching } from "./csv-columns.ts";

export const pageSize = 50;
export const lineStates = ["new", "matched", "rule", "ignored", "out"] as const;
export type LineFilterState = (typeof lineStates)[number];

const partSchema = z.object({
  request: z.string(),
  amount_minor: z.number(),
  number: z.string(),
  invoice: z.nullable(z.string()),
  invoice_id: z.nullable(z.string()),
  title: z.string(),
  account_name: z.string(),
  open_minor: z.number(),
});
export type Part = z.output<typeof partSchema>;
const suggestionSchema = z.object({
  certainty: z.enum(["certain", "likely", "weak"]),
  reasons: z.array(z.string()),
  parts: z.array(partSchema),
});
export type Suggestion = z.output<typeof suggestionSchema>;
const matchSchema = z.object({
  id: z.string(),
  request: z.string(),
  number: z.string(),
  invoice: z.nullable(z.string()),
  invoice_id: z.nullable(z.string()),
  account_name: z.string(),
  amount_minor: z.number(),
  by: z.enum(["person", "rule"]),
  who: z.string(),
  at: z.string(),
  undone_at: z.nullable(z.string()),
  undone_why: z.nullable(z.string()),
  undone_name: z.nullable(z.string()),
});
export type LineMatch = z.output<typeof matchSchema>;
const lineSchema = z.object({
  id: z.string(),
  account: z.string(),
  currency: z.string(),
  day: z.string(),
  amount_minor: z.number(),
  rest_minor: z.number(),
  name: z.nullable(z.string()),
  iban: z.nullable(z.string()),
  words: z.string(),
  reference: z.nullable(z.string()),
  state: z.enum(["new", "partly", "matched", "ignored", "out"]),
  ignored_why: z.nullable(z.string()),
  matches: z.array(matchSchema),
  payout: z.nullable(z.object({ payments: z.number(), sum_minor: z.number(), fees_minor: z.number() })),
  suggestions: z.array(suggestionSchema),
  client_id: z.nullable(z.string()),
  total_count: z.number(),
});
export type BankLine = z.output<typeof lineSchema>;

const key = ["cash", "bank"] as const;
const asJson = (value: object) => value as never;

export const linesQuery = (filter: { state: LineFilterState; account?: string; search?: string }, page: number) =>
  queryOptions({
    queryKey: [...key, "lines", filter, page],
    queryFn: ({ signal }) =>
      callJson(
        "bank_lines_list",
        { filter: asJson(filter), at_most: pageSize, skip: (page - 1) * pageSize },
        z.array(lineSchema),
        signal,
      ),
    placeholderData: keepPreviousData,
  });

export const countsSchema = z.object({
  new: z.number(),
  matched: z.number(),
  ignored: z.number(),
  out: z.number(),
  rule: z.number(),
  books_certain: z.boolean(),
});
export const countsQuery = queryOptions({
  queryKey: [...key, "counts"],
  queryFn: ({ signal }) => callJson("bank_counts", {}, countsSchema, signal),
});

const accountSchema = z.object({
  account: z.string(),
  currency: z.string(),
  bank: z.nullable(z.string()),
  balance_minor: z.nullable(z.number()),
  balance_on: z.nullable(z.string()),
  lines: z.number(),
});
export type BankAccount = z.output<typeof accountSchema>;
export const accountsQuery = queryOptions({
  queryKey: [...key, "accounts"],
  queryFn: ({ signal }) => callJson("bank_accounts", {}, z.array(accountSchema), signal),
});

const fileSchema = z.object({
  id: z.string(),
  file_name: z.string(),
  format: z.string(),
  statements: z.array(
    z.object({ account: z.string(), starts_on: z.nullable(z.string()), ends_on: z.nullable(z.string()) }),
  ),
  added: z.number(),
  known: z.number(),
  who: z.string(),
  imported_at: z.string(),
  matched: z.number(),
});
export type BankFile = z.output<typeof fileSchema>;
export const filesQuery = queryOptions({
  queryKey: [...key, "files"],
  queryFn: ({ signal }) => callJson("bank_files", {}, z.array(fileSchema), signal),
});

const choiceSchema = z.object({
  id: z.string(),
  number: z.string(),
  invoice: z.nullable(z.string()),
  invoice_id: z.nullable(z.string()),
  title: z.string(),
  account_name: z.string(),
  currency: z.string(),
  open_minor: z.number(),
  due_on: z.string(),
});
export type RequestChoice = z.output<typeof choiceSchema>;
export const choicesQuery = (line: string, search: string, account: string | null) =>
  queryOptions({
    queryKey: [...key, "choices", line, search, account],
    queryFn: ({ signal }) =>
      callJson(
        "requests_for_bank_line",
        { line, ...(search && { search }), ...(account && { of_account: account }) },
        z.array(choiceSchema),
        signal,
      ),
    placeholderData: keepPreviousData,
  });

const payoutSchema = z.object({
  payment_id: z.string(),
  kind: z.string(),
  amount_minor: z.number(),
  currency: z.string(),
  received_on: z.string(),
  number: z.nullable(z.string()),
  account_name: z.nullable(z.string()),
});
export const payoutQuery = (line: string) =>
  queryOptions({
    queryKey: [...key, "payout", line],
    queryFn: ({ signal }) => callJson("payout_candidates", { line }, z.array(payoutSchema), signal),
  });

/** How a file is to be read, as far as the person said it. */
export interface FileChoices {
  account?: string;
  encoding?: Encoding;
  columns?: CsvMatching;
  dayOrder?: "ymd" | "dmy" | "mdy";
  decimalMark?: "," | ".";
}
const lookSchema = z.object({
  format: z.string(),
  encoding: z.string(),
  sure: z.boolean(),
  left_out: z.array(z.object({ reason: z.string(), count: z.number() })),
  csv: z.nullable(
    z.object({
      headings: z.array(z.string()),
      sample: z.array(z.array(z.string())),
      columns: z.record(z.string(), z.number()),
      dayOrder: z.nullable(z.enum(["ymd", "dmy", "mdy"])),
      decimalMark: z.nullable(z.enum([",", "."])),
      question: z.nullable(z.string()),
      remembered: z.boolean(),
    }),
  ),
  statements: z.array(
    z.object({
      account: z.string(),
      currency: z.string(),
      starts_on: z.nullable(z.string()),
      ends_on: z.nullable(z.string()),
      opening_minor: z.nullable(z.string()),
      closing_minor: z.nullable(z.string()),
      lines: z.number(),
    }),
  ),
  lines: z.array(
    z.object({
      day: z.string(),
      amount_minor: z.string(),
      currency: z.string(),
      name: z.nullable(z.string()),
      words: z.string(),
      is_new: z.boolean(),
    }),
  ),
  count: z.number(),
  added: z.number(),
  read_before: z.nullable(z.object({ file_name: z.string(), imported_at: z.string() })),
  gaps: z.array(
    z.object({ account: z.string(), since: z.string(), kept_minor: z.number(), opening_minor: z.number() }),
  ),
});
export type FileLook = z.output<typeof lookSchema>;
const takenSchema = z.object({
  import: z.string(),
  again: z.boolean(),
  added: z.number(),
  known: z.number(),
  booked: z.number(),
});

/** The bytes as they are: the server reads them, whatever encoding they have. */
async function send<Value>(
  way: "look" | "take",
  file: File,
  choices: FileChoices,
  schema: z.ZodMiniType<Value>,
): Promise<Value> {
  const { data } = await supabase().auth.getSession();
  const how = encodeURIComponent(JSON.stringify({ name: file.name, ...choices }));
  const answer = await fetch(`/api/cash/bank/${way}?how=${how}`, {
    method: "POST",
    headers: {
      apikey: runtimeSettings.publishableKey,
      Authorization: `Bearer ${data.session?.access_token ?? ""}`,
      "Content-Type": "application/octet-stream",
    },
    body: file,
  }).catch(() => {
    throw new RequestError("No connection to the server. Try again when it is back.", 0);
  });
  const body: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw new RequestError(
      (body as { message?: string }).message ?? `The server answered ${answer.status}`,
      answer.status,
    );
  return parsed("the bank's file", schema, body);
}
export const lookAt = (file: File, choices: FileChoices) => send("look", file, choices, lookSchema);
export const takeIn = (file: File, choices: FileChoices) => send("take", file, choices, takenSchema);

export const matchLine = ({
  line,
  parts,
  reasons,
}: {
  line: string;
  parts: { request: string; amount_minor: number }[];
  reasons: string[];
}) =>
  call("match_bank_line", {
    line,
    parts: asJson(parts.map(({ request, amount_minor }) => ({ request, amount_minor }))),
    reasons,
  });
/** A draft of a credit note of just that much, taxes and all. */
export const creditRest = ({ invoice, minor }: { invoice: string; minor: number }) =>
  call("new_credit_note", { invoice, asked: asJson({ kind: "gross", gross_minor: minor, reason: "Bank fee" }) });
export const undoMatch = ({ match, why }: { match: string; why: string }) => call("undo_bank_match", { match, why });
export const ignoreLine = (line: string) => call("ignore_bank_lines", { lines: [line] });
export const bringBack = (line: string) => call("bring_back_bank_lines", { lines: [line] });
export const settlePayout = ({ line, payments }: { line: string; payments: string[] }) =>
  call("settle_payout", { line, payments });
export const undoPayout = (line: string) => call("undo_payout", { line });
export const undoFile = (id: string) => call("undo_bank_file", { import: id });
export const setRule = (books: boolean) => call("set_bank_rule", { books });

/** Does one thing, says so, and brings everything that shows money up to date. */
export function useBankWork<Input, Answer>(
  work: (input: Input) => Promise<Answer>,
  done: ((answer: Answer, input: Input) => string) | null,
  onDone?: (answer: Answer) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: (answer, input) => {
      if (done) toast({ title: done(answer, input), topic: "bank" });
      onDone?.(answer);
    },
    onError: (error) => toast({ title: "Nothing was changed", text: messageOf(error), tone: "danger", topic: "bank" }),
    onSettled: () =>
      Promise.all(
        [["cash"], ["invoices"], ["payments"], ["tasks"], ["timeline"]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
