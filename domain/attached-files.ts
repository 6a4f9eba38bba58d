// What one message carries, and the words for what it does not leave with. The database answers with codes (modules/documents/sql/attachments.sql).

/** As file managers count. Postmark takes 10 MB, and on the way three bytes become four. */
export const maxAttachedBytes = 7 * 1024 * 1024;

export interface AttachedFacts {
  /** Null: an invitation, which is there, or a file of which nothing is known any more. */
  version_id: string | null;
  name: string;
  size: number | null;
  is_there: boolean;
}

/** Why a message does not leave with these files; null where nothing is against it. */
export function attachedFilesRefusal(files: readonly AttachedFacts[]): string | null {
  const gone = files.filter(({ is_there }) => !is_there);
  if (gone.length > 0) {
    const [name] = gone.flatMap((file) => file.name || []).toSorted();
    return name ? `"${name}" is not there any more` : "An attachment is not there";
  }
  const bytes = files.reduce((sum, { version_id, size }) => sum + (version_id === null ? 0 : (size ?? 0)), 0);
  if (bytes <= maxAttachedBytes) return null;
  const megabytes = (Math.ceil((bytes / 2 ** 20) * 10) / 10).toFixed(1);
  return `Its files have ${megabytes} MB: a message carries at most ${maxAttachedBytes / 2 ** 20} MB`;
}
