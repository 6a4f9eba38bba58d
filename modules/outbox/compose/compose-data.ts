// What the composer asks and does: whom it writes to, texts to begin with, files, and writing the mails.
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { askedToast, askForRelease } from "#app/records/ask-for-release.tsx";
import { may } from "#app/lib/access.ts";
import { maxAttachedBytes } from "#domain/attached-files.ts";
import { callApi } from "#app/lib/api.ts";
import { RequestError } from "#app/lib/request-error.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import { uploadFile } from "#app/lib/upload-file.ts";
import { type AttachedFile, readDocuments } from "../outbox-data.ts";
import type { FilledWords, Letter, Recipient, Words } from "./recipients.ts";

export type RecipientKind = "contacts" | "accounts" | "deals";

export const recipientsQuery = (kind: RecipientKind, ids: readonly string[]) =>
  queryOptions({
    queryKey: ["records", "outbox", "recipients", kind, ids],
    queryFn: async (): Promise<Recipient[]> =>
      ids.length === 0 ? [] : rowsOf<Recipient>(await call("mail_recipients", { kind, ids: [...ids] })),
    staleTime: 0,
  });

export interface MailText {
  id: string;
  name: string;
  purpose: string;
  state: string;
  subject: string;
  body_text: string;
}

/** Texts of the templates module, while it is on: those to one person, not those of sequences. */
export const mailTextsQuery = (templatesAreOn: boolean) =>
  queryOptions({
    queryKey: ["templates", "to write with"],
    queryFn: async () => {
      const texts = rowsOf<MailText>(await call("template_list", { archived: false }));
      return texts.filter(({ purpose, state }) => purpose === "transactional" && state === "ready");
    },
    enabled: templatesAreOn,
    staleTime: 60_000,
  });

const wordsSchema = z.object({ subject: z.string(), text: z.string() });
const filledWordsSchema = z.object({ ...wordsSchema.shape, contact_id: z.string(), missing: z.array(z.string()) });

/** A tag without a value stands as {title}, which keeps the mail from being written. */
export const fillText = (text: string, contact: string) =>
  callApi("/templates/fill", wordsSchema, { method: "POST", body: { template_id: text, contact_id: contact } });

export const fillWords = (words: Words, contacts: readonly string[]): Promise<FilledWords[]> =>
  callApi("/templates/fill-words", z.array(filledWordsSchema), {
    method: "POST",
    body: { ...words, contact_ids: contacts },
  });

/** What one message carries. */

/** Filed among the documents of the company, or of the firm; the same file again is the document that is there. */
export async function attachUpload(file: File, account: string | null): Promise<AttachedFile> {
  if (file.size > maxAttachedBytes) throw new RequestError("A message carries at most 7 MB.", 413);
  const folderId = await call("open_folder", { account, of_kind: account ? "documents" : "templates" });
  let known: string | null = null;
  const filed = await uploadFile(
    file,
    { folderId },
    {
      signal: new AbortController().signal,
      onProgress: () => {},
      onWaiting: () => {},
      onSame: async ({ documentId }) => {
        known = documentId;
        return null;
      },
    },
  );
  if (filed) return { version_id: filed.versionId, name: file.name, size: file.size, is_there: true };
  const documents = await readDocuments(account);
  const same = documents.find(({ id }) => id === known);
  if (!same)
    throw new RequestError("This file is a document already, under another company. Attach it from there.", 409);
  return { version_id: same.version_id, name: same.file_name, size: same.size, is_there: true };
}

export interface Sending {
  /** Of the draft: the same draft to the same person is one mail, however often it is sent. */
  id: string;
  despite: string | null;
  /** By the office's clock; null leaves at once. */
  leaves_at: string | null;
  attachments: readonly string[];
}

export async function writeLetter(letter: Letter, sending: Sending) {
  const written = await write(letter, sending);
  if (may("outbox", "send")) return written;
  const { to, subject } = letter;
  askedToast(
    await askForRelease({
      area: "outbox",
      title: `Release the mail "${subject}"`,
      about: to.deal_id ? { deal_id: to.deal_id } : { contact_id: to.contact_id },
    }),
  );
  return written;
}

const write = ({ to, subject, text }: Letter, { id, ...sending }: Sending) =>
  call("write_mail", {
    mail: {
      ...sending,
      id: `${id}:${to.contact_id}`,
      contact_id: to.contact_id,
      deal_id: to.deal_id,
      subject,
      text,
      despite: to.skipped === "opted_out" ? sending.despite : null,
    },
  });
