// Files of a message that is about to leave: found in the transaction of the claim, read after it, so that no lock waits for a store.
import { createHash } from "node:crypto";
import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type AttachedFacts, attachedFilesRefusal } from "#domain/attached-files.ts";
import type { TransactionSql } from "#server/platform/database/sql.ts";
import { FileMissing } from "../storage/file-place.ts";
import type { Storage } from "../storage/storage.ts";
import { type Attachment, PermanentFailure } from "./outgoing.ts";

export interface AttachedFile {
  file_id: string;
  name: string;
  type: string;
  sha256: string;
}

/** Shorter than the lease of a claim: anyone who takes longer would find it taken away. */
const patienceMs = 20_000;

/** `refused` says why the message does not leave with what it names. */
export async function findFiles(
  attachments: unknown[],
  within: TransactionSql,
): Promise<{ files: AttachedFile[]; refused: string | null }> {
  if (attachments.length === 0) return { files: [], refused: null };
  const named = JSON.stringify(attachments);
  const files = await within<(AttachedFile & AttachedFacts)[]>`
    select version_id, file_id, name, type, size::float8 as size, sha256, is_there from private.attached_files(${named}::jsonb)`;
  return { files: [...files], refused: attachedFilesRefusal(files) };
}

/** Throws a PermanentFailure for bytes that are gone or are not what was filed; anything else passes, and is tried again. */
export async function readFiles(
  files: readonly AttachedFile[],
  storage: Pick<Storage, "read">,
  patience = patienceMs,
): Promise<Attachment[]> {
  const read: Attachment[] = [];
  const signal = AbortSignal.timeout(patience);
  for (const { file_id, name, type, sha256 } of files) {
    const content = await bytesOf(file_id, storage, signal).catch((error: unknown) => {
      if (error instanceof FileMissing) throw new PermanentFailure(`"${name}" is not there any more`);
      throw new Error(`"${name}" could not be read`, { cause: error });
    });
    if (createHash("sha256").update(content).digest("hex") !== sha256)
      throw new PermanentFailure(`"${name}" is not what was filed`);
    read.push({ name, type, content });
  }
  return read;
}

async function bytesOf(id: string, storage: Pick<Storage, "read">, signal: AbortSignal): Promise<Uint8Array> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  late.catch(() => undefined);
  const stream = await Promise.race([storage.read(id), late]);
  return buffer(addAbortSignal(signal, stream));
}
