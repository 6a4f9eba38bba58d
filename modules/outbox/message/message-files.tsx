// What goes along with a message: each file by name and size, and what is against it. Looked up again when the message leaves.
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#app/lib/request-error.ts";
import { Icon } from "#app/ui/icon.tsx";
import { attachedFilesRefusal } from "#domain/attached-files.ts";
import { sizeWords } from "#domain/file-size.ts";
import { filesQuery } from "../outbox-data.ts";

export function MessageFiles({ id }: { id: string }) {
  const { data, error } = useQuery(filesQuery(id));
  const refused = data && attachedFilesRefusal(data.files);
  return (
    <div className="border-t border-line px-4 py-3 text-caption">
      <h3 className="mb-1.5 text-muted">Attached</h3>
      <ul aria-label="Attached files" className="grid gap-1">
        {data?.files.map(({ name, size, is_there }, index) => (
          <li key={index} className="flex items-start gap-1.5">
            <Icon name={is_there ? "document" : "alert"} className="mt-px size-4 shrink-0 text-muted" />
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-[520]">{name || "A file that is no longer known"}</bdi>
              <span className="text-muted">{is_there && size !== null ? `, ${sizeWords(size)}` : ", not there"}</span>
            </span>
          </li>
        ))}
      </ul>
      {refused && <p className="mt-1.5 text-danger">It would not leave: {refused}.</p>}
      {error && <p className="text-danger">Failed to load the files: {messageOf(error)}</p>}
    </div>
  );
}
