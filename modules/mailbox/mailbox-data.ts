// Every query and change of the mail screens. The database decides who sees which words; this only asks.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "#app/lib/api.ts";
import { messageFactsSchema } from "#app/lib/message-data.ts";
import { messageOf, RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, callJson, rowsOf, withJson } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import type { WrittenReply } from "#domain/mail-reply.ts";
import type { KeepLevel, MailboxState, SeeLevel } from "./mailbox.ts";

/** Below "records": what is changed anywhere asks again here. */
const key = ["records", "mailbox"] as const;

export type RecordKind = "contacts" | "accounts" | "deals";
export interface MailOf {
  kind: RecordKind;
  id: string;
}

// Threads -------------------------------------------------------------------------------------------------------------

const answerSchema = z.nullable(
  z.object({
    message: messageFactsSchema,
    writer: z.nullable(z.string()),
    written_at: z.string(),
    text: z.string(),
  }),
);

interface ThreadHead {
  thread_id: string;
  last_mail_id: string;
  last_at: string;
  direction: string;
  class: string;
  /** Null: its words are not open to this person. */
  subject: string | null;
  snippet: string | null;
  mails: number;
  files: string[];
  people: string[];
  waits_for_us: boolean;
}

export interface ThreadRow extends ThreadHead {
  last_from: string | null;
  last_is_ours: boolean;
  ours: string[];
  theirs: string[];
  mailboxes: string[];
  is_private: boolean;
  is_mine: boolean;
  /** Written here, and not among the mails yet. */
  answer: z.output<typeof answerSchema>;
}

export const pageSize = 20;

const toldSchema = z.object({ answer: answerSchema });

export async function readThreads({ kind, id }: MailOf, before?: string): Promise<ThreadRow[]> {
  const heads = rowsOf<ThreadHead>(
    await call("mail_threads_of", { kind, id, most: pageSize + 1, ...(before && { before }) }),
  );
  const told = withJson(
    "mail_threads_told",
    toldSchema,
    heads.length > 0 ? await call("mail_threads_told", { threads: heads.map(({ thread_id: each }) => each) }) : [],
  );
  return heads.flatMap((head) => {
    const facts = told.find(({ thread_id: each }) => each === head.thread_id);
    return facts ? { ...head, ...facts } : [];
  });
}

export const threadsQuery = (of: MailOf, pages = 1) =>
  queryOptions({
    queryKey: [...key, "threads", of, pages],
    queryFn: async () => {
      const rows: ThreadRow[] = [];
      let more = true;
      for (let page = 0; page < pages && more; page++) {
        const next = await readThreads(of, rows.at(-1)?.last_at);
        more = next.length > pageSize;
        rows.push(...next.slice(0, pageSize));
      }
      return { rows, more };
    },
    refetchInterval: 30_000,
  });

export const panelFactsQuery = ({ kind, id }: MailOf) =>
  queryOptions({
    queryKey: [...key, "facts", kind, id],
    queryFn: async () =>
      rowsOf<{ mails: number; threads: number; more: boolean; read_since: string | null; mailboxes: number }>(
        await call("mail_panel_facts", { kind, id }),
      )[0] ?? null,
  });

/** Whose threads stand beside the one that is open. */
export const nameQuery = ({ kind, id }: MailOf) =>
  queryOptions({
    queryKey: [...key, "name", kind, id],
    queryFn: async () => unwrap(await supabase().from(kind).select("name").eq("id", id))[0]?.name ?? null,
    staleTime: 60_000,
  });

// A thread ------------------------------------------------------------------------------------------------------------

const filesSchema = z.array(
  z.object({
    name: z.string(),
    type: z.optional(z.nullable(z.string())),
    size: z.optional(z.nullable(z.number())),
    part: z.optional(z.nullable(z.string())),
  }),
);
export type MailFile = z.output<typeof filesSchema>[number];

const peopleSchema = z.array(
  z.object({
    role: z.string(),
    address: z.string(),
    name: z.nullable(z.string()),
    contact_id: z.nullable(z.string()),
    staff_id: z.nullable(z.string()),
    same_address: z.number(),
    /** Who wrote names one of us, and the mail lay in the Sent folder of another: `sent_by`, where that is a person. */
    is_claim: z.optional(z.boolean()),
    sent_by: z.optional(z.nullable(z.string())),
  }),
);
export type MailPersonTold = z.output<typeof peopleSchema>[number];

const mailSchema = z.object({
  files: z.pipe(
    z.nullable(filesSchema),
    z.transform((files) => files ?? []),
  ),
  people: z.pipe(
    z.nullable(peopleSchema),
    z.transform((people) => people ?? []),
  ),
});

interface MailFacts {
  id: string;
  thread_id: string;
  at: string;
  is_time_doubtful: boolean;
  direction: string;
  class: string;
  subject: string | null;
  snippet: string | null;
  words: string;
  may_read_text: boolean;
  outbox_id: string | null;
  outbox_state: string | null;
  mailboxes: string[];
  is_mine: boolean;
  is_private: boolean;
}
export interface Mail extends MailFacts {
  files: MailFile[];
  people: MailPersonTold[];
}

export const threadQuery = (thread: string) =>
  queryOptions({
    queryKey: [...key, "thread", thread],
    queryFn: async (): Promise<Mail[]> =>
      rowsOf<Mail>(withJson("mail_thread", mailSchema, await call("mail_thread", { thread }))),
    refetchInterval: 15_000,
  });

const answerColumns = z.object({
  message: messageFactsSchema,
  copy: z.nullable(z.enum(["wanted", "there", "put", "failed"])),
});

export interface WrittenAnswer {
  outbox_id: string;
  mail_id: string | null;
  written_at: string;
  writer: string | null;
  is_mine: boolean;
  mailbox: string | null;
  subject: string;
  body_text: string;
  recipients: string[];
  files: number;
  message: z.output<typeof messageFactsSchema>;
  copy: "wanted" | "there" | "put" | "failed" | null;
  copy_reason: string | null;
  is_filed: boolean;
}

export const answersQuery = (thread: string) =>
  queryOptions({
    queryKey: [...key, "answers", thread],
    queryFn: async (): Promise<WrittenAnswer[]> =>
      rowsOf<WrittenAnswer>(withJson("mail_answers_of", answerColumns, await call("mail_answers_of", { thread }))),
    refetchInterval: 15_000,
  });

/** Asked for when it is opened: its owner sees who looked. */
export const textQuery = (mail: string) =>
  queryOptions({
    queryKey: [...key, "text", mail],
    queryFn: async () =>
      rowsOf<{ text: string; has_html: boolean; is_cut: boolean }>(await call("read_mail", { mail }))[0] ?? null,
    staleTime: Infinity,
  });

export const asSentQuery = (mail: string) =>
  queryOptions({
    queryKey: [...key, "as sent", mail],
    queryFn: async () => (await callApi(`/mailbox/mails/${mail}/as-sent`, z.object({ html: z.string() }))).html,
    staleTime: Infinity,
  });

const personSchema = z.object({ name: z.nullable(z.string()), address: z.string() });
export const beginSchema = z.object({
  mailbox_id: z.nullable(z.string()),
  from: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  to: z.array(personSchema),
  cc: z.array(personSchema),
  people: z.array(personSchema),
  contact_id: z.nullable(z.string()),
  account_id: z.nullable(z.string()),
  refused: z.nullable(z.enum(["not_open", "no_mailbox", "no_server", "signed_out", "no_subject"])),
  as_of: z.string(),
});

export const beginAnswerQuery = (mail: string) =>
  queryOptions({
    queryKey: [...key, "begin", mail],
    queryFn: () => callJson("begin_mail_answer", { mail }, beginSchema),
    // What a colleague does while one writes is measured from here.
    staleTime: Infinity,
    gcTime: 0,
  });

export const answeredSinceQuery = (thread: string, since: string | undefined) =>
  queryOptions({
    queryKey: [...key, "answered since", thread, since],
    queryFn: async () =>
      rowsOf<{ name: string | null; at: string; outbox_id: string | null; mail_id: string | null }>(
        await call("mail_answered_since", { thread, since: since ?? "" }),
      )[0] ?? null,
    enabled: since !== undefined,
    refetchInterval: 10_000,
  });

const writtenSchema = z.object({ id: z.string() });

/** Held by SAFE is an answer of 403 with the id of what waits: it was written. */
export async function writeAnswer(
  mail: string,
  { to, cc, ...reply }: WrittenReply,
  asOf: { as_of: string; all_the_same: boolean },
): Promise<{ id: string; held: boolean }> {
  const body = {
    ...reply,
    ...asOf,
    mail,
    to: to.map(({ address }) => address),
    cc: cc.map(({ address }) => address),
  };
  try {
    return { ...(await callApi("/mailbox/replies", writtenSchema, { method: "POST", body })), held: false };
  } catch (error) {
    if (error instanceof RequestError && error.status === 403 && error.details)
      return { id: error.details, held: true };
    throw error;
  }
}

// Filed by hand -------------------------------------------------------------------------------------------------------

export interface Filing {
  id: string;
  of: MailOf;
  name: string;
}

export const filingsQuery = (thread: string) =>
  queryOptions({
    queryKey: [...key, "filings", thread],
    queryFn: async (): Promise<Filing[]> => {
      const rows = unwrap(
        await supabase()
          .from("mail_filings")
          .select("id,contact_id,account_id,deal_id,contacts(name),accounts(name),deals(name)")
          .eq("thread_id", thread)
          .order("id"),
      );
      return rows.map(({ id, contact_id, account_id, deal_id, contacts, accounts, deals }) => ({
        id,
        of: contact_id
          ? { kind: "contacts", id: contact_id }
          : account_id
            ? { kind: "accounts", id: account_id }
            : { kind: "deals", id: deal_id ?? "" },
        name: contacts?.name ?? accounts?.name ?? deals?.name ?? "A record",
      }));
    },
  });

export const useFileThread = () =>
  useChange(
    ({ thread, kind, record }: { thread: string; kind: RecordKind; record: string }) =>
      call("file_thread", { thread, kind, record }),
    "The thread was not filed",
  );

export const useUnfileThread = () =>
  useChange((filing: string) => call("unfile_thread", { filing }), "The thread stays where it is");

// Files ---------------------------------------------------------------------------------------------------------------

export interface FileOfMail {
  mail_id: string;
  thread_id: string;
  at: string;
  who: string | null;
  part: string;
  name: string;
  size: number;
}

export const filesQuery = ({ kind, id }: MailOf) =>
  queryOptions({
    queryKey: [...key, "files", kind, id],
    queryFn: async () => {
      const files = rowsOf<FileOfMail>(await call("mail_files_of", { kind, id }));
      const filed = await filedAmong(files.map(({ mail_id: mail, part }) => ({ mail, part })));
      return files.map((file) => ({ ...file, filed: filed.get(`${file.mail_id}:${file.part}`) ?? null }));
    },
  });

/** Documents that were made of files of mail, by mail and part. */
export async function filedAmong(files: readonly { mail: string; part: string }[]) {
  if (files.length === 0) return new Map<string, { id: string; version: number }>();
  const origins = files.map(({ mail, part }) => `${mail}:${part}`);
  const found = supabase()
    .from("documents")
    .select("id, origin_id, current_version")
    .eq("origin_kind", "mail file")
    .in("origin_id", origins);
  return new Map(
    unwrap(await found).map(({ id, origin_id: origin, current_version: version }) => [origin ?? "", { id, version }]),
  );
}

export const filedQuery = (mail: string, parts: readonly string[]) =>
  queryOptions({
    queryKey: [...key, "filed", mail, parts],
    queryFn: () => filedAmong(parts.map((part) => ({ mail, part }))),
    enabled: parts.length > 0,
  });

// Mailboxes -----------------------------------------------------------------------------------------------------------

export interface MailboxRow {
  id: string;
  address: string;
  kind: "personal" | "shared";
  owner_id: string;
  owner_name: string | null;
  is_mine: boolean;
  may_change: boolean;
  may_stop: boolean;
  state: MailboxState;
  reason: string | null;
  reason_detail: string | null;
  next_try_at: string | null;
  has_idle: boolean | null;
  last_heard_at: string | null;
  is_silent: boolean;
  sign_in: "password" | "oauth2";
  user_name: string | null;
  imap_host: string;
  imap_port: number;
  smtp_host: string | null;
  smtp_port: number | null;
  keep: KeepLevel;
  colleagues_see: SeeLevel;
  read_since: string;
  keep_months: number;
  counts_for_ties: boolean;
  sent_folder: string | null;
  folders: number;
  behind: number;
  trouble: number;
  created_at: string;
}

export const mailboxesQuery = queryOptions({
  queryKey: [...key, "mailboxes"],
  queryFn: async () => rowsOf<MailboxRow>(await call("mailbox_list", {})),
  refetchInterval: 15_000,
});

export const readyQuery = queryOptions({
  queryKey: [...key, "ready"],
  queryFn: () => callApi("/mailbox/ready", z.object({ ready: z.boolean(), missing: z.nullable(z.string()) })),
});

export const foldersQuery = (mailbox: string) =>
  queryOptions({
    queryKey: [...key, "folders", mailbox],
    queryFn: async () =>
      rowsOf<{ id: string; path: string; special_use: string | null; wanted: boolean; state: string; trouble: number }>(
        await call("mailbox_folder_list", { mailbox }),
      ),
  });

export const troubleQuery = (mailbox: string) =>
  queryOptions({
    queryKey: [...key, "trouble", mailbox],
    queryFn: async () =>
      rowsOf<{
        id: string;
        folder: string | null;
        uid: number | null;
        thread_id: string | null;
        reason: string;
        tries: number;
        at: string;
      }>(await call("mail_trouble_list", { mailbox })),
  });

export const exampleQuery = (mailbox: string) =>
  queryOptions({
    queryKey: [...key, "example", mailbox],
    queryFn: async () =>
      rowsOf<{ at: string; subject: string | null; snippet: string | null; other: string | null }>(
        await call("mailbox_example", { mailbox }),
      )[0] ?? null,
  });

export const readersQuery = queryOptions({
  queryKey: [...key, "readers"],
  queryFn: async () =>
    rowsOf<{
      id: number;
      at: string;
      reader: string | null;
      mail_id: string;
      thread_id: string;
      subject: string | null;
    }>(await call("mail_readers", { most: 20 })),
});

export const consentQuery = (mailbox: string) =>
  queryOptions({
    queryKey: [...key, "consent", mailbox],
    queryFn: async () =>
      unwrap(
        await supabase()
          .from("mailbox_consents")
          .select("at, wording")
          .eq("mailbox_id", mailbox)
          .order("at", { ascending: false })
          .limit(1),
      )[0] ?? null,
  });

export const neverQuery = queryOptions({
  queryKey: [...key, "never"],
  queryFn: async () =>
    unwrap(
      await supabase().from("mail_never").select("id, owner_id, kind, value, made_at").order("made_at").limit(500),
    ),
});

export const troubleTileQuery = queryOptions({
  queryKey: [...key, "in trouble"],
  queryFn: async () =>
    rowsOf<{
      id: string;
      address: string;
      owner_name: string | null;
      is_mine: boolean;
      state: MailboxState;
      reason: string | null;
      last_heard_at: string | null;
      copies_failed: number;
    }>(await call("mailboxes_in_trouble", {})),
  staleTime: 30_000,
});

// Changes -------------------------------------------------------------------------------------------------------------

function useChange<Input, Output>(change: (input: Input) => Promise<Output>, failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: ["records"] }),
    onError: (error) => toast({ title: failed, text: messageOf(error), tone: "danger" }),
  });
}

export interface MailboxChanges {
  keep?: KeepLevel;
  colleagues_see?: SeeLevel;
  keep_months?: number;
  counts_for_ties?: boolean;
  sent_folder?: string;
  folders?: Record<string, boolean>;
}
export const useSetMailbox = () =>
  useChange(
    ({ mailbox, changes }: { mailbox: string; changes: MailboxChanges }) =>
      call("set_mailbox", { mailbox, changes: { ...changes } }),
    "The mailbox was not changed",
  );
export const usePauseMailbox = () =>
  useChange((mailbox: string) => call("pause_mailbox", { mailbox }), "The mailbox was not paused");
export const useResumeMailbox = () =>
  useChange((mailbox: string) => call("resume_mailbox", { mailbox }), "The mailbox does not go on");
export const useLookNow = () =>
  useChange((mailbox: string) => call("look_at_mailbox", { mailbox }), "Nobody looks now");
export const useRemoveMailbox = () =>
  useChange(
    (removed: { mailbox: string; with_mail: boolean }) => call("remove_mailbox", removed),
    "The mailbox was not removed",
  );

export type NeverKind = "address" | "domain" | "folder" | "label";
export interface Never {
  kind: NeverKind;
  value: string;
  everyone: boolean;
}
export const countNever = (rule: Never) => call("count_mail_never", { ...rule });
export const useAddNever = () =>
  useChange((rule: Never & { remove_filed: boolean }) => call("add_mail_never", rule), "The rule was not made");
export const useRemoveNever = () =>
  useChange((id: string) => call("remove_mail_never", { id }), "The rule was not removed");

export const useMakePrivate = () =>
  useChange(
    ({ thread, is_private }: { thread: string; is_private: boolean }) =>
      call("set_thread_private", { thread, is_private }),
    "The thread was not changed",
  );
export const useDeleteMails = () =>
  useChange((mails: readonly string[]) => call("delete_mails", { mails: [...mails] }), "The mail was not deleted");
export const useRetryCopy = () =>
  useChange((message: string) => call("retry_sent_copy", { message }), "The copy is not tried again");

/** Fetches one file from the mailbox and files it among the company's documents. */
export const useFileIt = () =>
  useChange(
    ({ mail, part }: { mail: string; part: string }) =>
      callApi(
        `/mailbox/mails/${mail}/files/${encodeURIComponent(part)}`,
        z.object({ document_id: z.string(), version: z.number() }),
        { method: "POST" },
      ),
    "The file was not filed",
  );

// Connecting ----------------------------------------------------------------------------------------------------------

const stepSchema = z.object({
  step: z.enum(["resolve", "connect", "sign_in", "folders"]),
  ok: z.boolean(),
  message: z.string(),
  reason: z.optional(z.string()),
  ms: z.optional(z.number()),
});
export type TestStep = z.output<typeof stepSchema>;

export const testSchema = z.object({
  ok: z.boolean(),
  steps: z.array(stepSchema),
  folders: z.array(z.object({ path: z.string(), special_use: z.nullable(z.string()), wanted: z.boolean() })),
  sent: z.nullable(z.string()),
  has_idle: z.boolean(),
});
export type TestAnswer = z.output<typeof testSchema>;

export const testMailbox = (body: object) => callApi("/mailbox/test", testSchema, { method: "POST", body });

export const connectMailbox = (body: object) =>
  callApi("/mailbox/mailboxes", z.object({ id: z.string() }), { method: "POST", body });

export const changeServers = (mailbox: string, body: object) =>
  callApi(`/mailbox/mailboxes/${mailbox}/servers`, testSchema, { method: "POST", body });
