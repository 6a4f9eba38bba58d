// Every query and change of the screens. Lists, counts and the state of links are the database's words (20261119100000_documents.sql).
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { fetchApi } from "#app/lib/api.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import { currentTime } from "#domain/clock.ts";

export interface Folder {
  id: string;
  account_id: string | null;
  account_name: string | null;
  parent_id: string | null;
  name: string;
  kind: string | null;
  files: number;
}

export interface DocumentRow {
  id: string;
  title: string;
  account_id: string | null;
  account_name: string | null;
  folder_id: string;
  folder_name: string;
  read_only: boolean;
  origin_kind: string | null;
  archived_at: string | null;
  version_id: string;
  no: number;
  file_name: string;
  size: number;
  mime: string;
  state: "ready" | "missing" | "deleted";
  changed_at: string;
  changed_by: string | null;
  open_links: number;
  views: number;
  ended_at: string | null;
  tags: string[];
}

export interface Version {
  id: string;
  no: number;
  file_name: string;
  note: string | null;
  size: number;
  mime_sniffed: string;
  state: "ready" | "missing" | "deleted";
  created_at: string;
  by: { name: string } | null;
}

export interface DocumentFilter {
  of_folder?: string;
  of_account?: string;
  of_contact?: string;
  of_deal?: string;
  of_document?: string;
  term?: string;
  archived?: boolean;
  most?: number;
}

/** Below it: the tree, lists, versions and links. One change refreshes them all. */
export const documentsKey = ["documents"] as const;
export const maxListed = 200;

export const foldersQuery = queryOptions({
  queryKey: [...documentsKey, "folders"],
  queryFn: async ({ signal }): Promise<Folder[]> => rowsOf<Folder>(await call("document_folders", {}, signal)),
  staleTime: 5000,
});

export const documentsQuery = (filter: DocumentFilter) =>
  queryOptions({
    queryKey: [...documentsKey, "list", filter],
    queryFn: async ({ signal }): Promise<DocumentRow[]> =>
      rowsOf<DocumentRow>(await call("document_list", { most: maxListed, ...filter }, signal)),
    staleTime: 5000,
  });

export const versionsQuery = (documentId: string) =>
  queryOptions({
    queryKey: [...documentsKey, "versions", documentId],
    queryFn: async ({ signal }): Promise<Version[]> =>
      unwrap(
        await supabase()
          .from("document_versions")
          .select("id, no, file_name, note, size, mime_sniffed, state, created_at, by:staff(name)")
          .eq("document_id", documentId)
          .order("no", { ascending: false })
          .abortSignal(signal),
      ),
    staleTime: 5000,
  });

/** Runs a change, refreshes everything of documents, and says what failed. */
export function useDocumentChange<Input, Output>(change: (input: Input) => Promise<Output>, failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: documentsKey }),
    onError: (error) => toast({ title: failed, text: messageOf(error), tone: "danger" }),
  });
}

const update = async (id: string, changed: object) => {
  const rows = unwrap(await supabase().from("documents").update(changed).eq("id", id).select("id"));
  if (rows.length === 0) throw new Error("This document was filed by the server and stays as it is.");
};

export const useRenameDocument = () =>
  useDocumentChange(({ id, title }: { id: string; title: string }) => update(id, { title }), "Failed to rename");
export const useMoveDocument = () =>
  useDocumentChange(
    ({ id, folderId }: { id: string; folderId: string }) => update(id, { folder_id: folderId }),
    "Failed to move",
  );
export const useArchiveDocument = () =>
  useDocumentChange(
    ({ id, archived }: { id: string; archived: boolean }) =>
      update(id, { archived_at: archived ? currentTime().toISOString() : null }),
    "Failed to archive",
  );
export const useDeleteDocument = () =>
  useDocumentChange((id: string) => call("delete_document", { document: id }), "Failed to delete");
export const useRestoreVersion = () =>
  useDocumentChange((id: string) => call("restore_version", { version: id }), "Failed to restore");
export const useDeleteVersion = () =>
  useDocumentChange((id: string) => call("delete_version", { version: id }), "Failed to delete");
export const useUndeleteVersion = () =>
  useDocumentChange(
    (id: string) => call("restore_records", { kind: "document_versions", ids: [id] }),
    "Failed to bring back",
  );
export const useAddFolder = () =>
  useDocumentChange(
    async (folder: { account_id: string | null; parent_id: string | null; name: string }) =>
      unwrap(await supabase().from("folders").insert(folder).select("id")),
    "Failed to add the folder",
  );

export const useDeleteFolder = () =>
  useDocumentChange(
    async (id: string) => unwrap(await supabase().from("folders").delete().eq("id", id).select("id")),
    "Failed to delete the folder",
  );

/** The folder of an account's own documents, or one of the firm's, made when it is first needed. */
export const openFolder = async (account: string | null, kind: "documents" | "templates"): Promise<string> =>
  await call("open_folder", { account, of_kind: kind });

export const accountOfQuery = (table: "contacts" | "deals", id: string) =>
  queryOptions({
    queryKey: ["records", table, "account of", id],
    queryFn: async (): Promise<string | null> => {
      const rows = unwrap(await supabase().from(table).select("account_id").eq("id", id));
      return rows[0]?.account_id ?? null;
    },
  });

/** Hands the bytes of a version to the browser: saved, or shown in their own tab. */
export async function openVersion(version: { id: string; fileName: string }, inline = false): Promise<void> {
  const tab = inline ? window.open("about:blank", "_blank") : null;
  try {
    const file = await (await fetchApi(`/documents/versions/${version.id}/content${inline ? "?inline" : ""}`)).blob();
    const address = URL.createObjectURL(file);
    if (tab) tab.location.replace(address);
    else {
      const link = document.createElement("a");
      link.href = address;
      link.download = version.fileName;
      link.click();
    }
    // The browser takes the file some time after the click: an address that is gone by then gives no file.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    tab?.close();
    toast({ title: "Failed to open the file", text: messageOf(error), tone: "danger" });
  }
}
