// The files of a mail that is being written: documents, or a file from here, which becomes one.
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { EditFiles } from "../message/edit-files.tsx";
import type { AttachedFile } from "../outbox-data.ts";
import { attachUpload } from "./compose-data.ts";

export function MailFiles({
  files,
  account,
  onChange,
}: {
  files: readonly AttachedFile[];
  /** The company that all of the recipients belong to. */
  account: string | null;
  onChange: (files: readonly AttachedFile[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => attachUpload(file, account),
    onSuccess: (file) => onChange([...files.filter(({ version_id: id }) => id !== file.version_id), file]),
    onError: (error) => toast({ title: "The file was not attached", text: messageOf(error), tone: "danger" }),
  });
  return (
    <div className="grid gap-2">
      <EditFiles files={files} account={account} onChange={onChange} />
      <input
        ref={input}
        type="file"
        aria-label="File to attach"
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) upload.mutate(file);
          event.target.value = "";
        }}
      />
      <Button
        variant="line"
        size="compact"
        icon="deploy"
        className="justify-self-start"
        disabled={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {upload.isPending ? "Uploading..." : "Upload a file"}
      </Button>
    </div>
  );
}
