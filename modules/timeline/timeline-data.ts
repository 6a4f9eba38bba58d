// What the timeline reads and writes. The database pages, filters and names; this only asks.
import * as z from "zod/mini";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#app/lib/api.ts";
import { messageOf, RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, rowsOf, withJson } from "#app/lib/typed-answers.ts";
import { useRestoreRecords } from "#app/records/record-mutations.ts";
import { toast } from "#app/ui/toast.ts";
import { type Entry, entryJsonSchema, type Group, type Note, type Place } from "./timeline-entry.ts";

export const pageSize = 50;

/** Under "records", so that whatever saves a record also brings its history up to date. */
const keyOf = (place: Place) => ["records", "timeline", place.type, place.id] as const;

export const timelineQuery = (place: Place, only: Group | null) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(place), only],
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }): Promise<Entry[]> =>
      rowsOf<Entry>(
        withJson(
          "record_timeline",
          entryJsonSchema,
          await call(
            "record_timeline",
            {
              of_type: place.type,
              of_id: place.id,
              before: pageParam,
              kinds: only && [only],
              at_most: pageSize,
            },
            signal,
          ),
        ),
      ),
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    staleTime: 0,
  });

export interface PinnedNote extends Note {
  author: { name: string } | null;
  contact: { name: string } | null;
}

export const pinnedNotesQuery = (place: Place) =>
  queryOptions({
    queryKey: [...keyOf(place), "pinned"],
    queryFn: async (): Promise<PinnedNote[]> =>
      unwrap(
        await supabase()
          .from("notes")
          .select("*, author:staff!author_id(name), contact:contacts!contact_id(name)")
          .eq(`${place.type}_id`, place.id)
          .eq("pinned", true)
          .order("created_at", { ascending: false })
          .limit(20),
      ),
    staleTime: 0,
  });

const useRefresh = (place: Place) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(place) });
};

export function useAddNote(place: Place) {
  const refresh = useRefresh(place);
  return useMutation({
    /** The id is chosen here, so that sending twice after a lost answer makes one note. */
    mutationFn: async (note: { id: string; body: string; mentions: readonly string[]; pinned: boolean }) => {
      const answer = await supabase()
        .from("notes")
        .insert({ ...note, mentions: [...note.mentions], [`${place.type}_id`]: place.id });
      if (answer.error?.code === "23505") return;
      unwrap({ ...answer, data: true });
    },
    onSuccess: refresh,
  });
}

type NoteChange = Partial<Pick<Note, "body" | "mentions" | "pinned">>;

const demandOne = (rows: unknown[]) => {
  if (rows.length === 0) throw new RequestError("This note no longer exists.", 404);
};

export function useChangeNote(place: Place) {
  const refresh = useRefresh(place);
  return useMutation({
    mutationFn: async ({ id, ...change }: { id: string } & NoteChange) =>
      demandOne(unwrap(await supabase().from("notes").update(change).eq("id", id).select("id"))),
    onSettled: refresh,
  });
}

export const noteWords = { table: "notes", one: "note", many: "notes", undoable: true } as const;

/** To the trash at once; for ten seconds the message offers it back. */
export function useDeleteNote(place: Place) {
  const refresh = useRefresh(place);
  const restore = useRestoreRecords(noteWords);
  return useMutation({
    mutationFn: async (id: string) =>
      demandOne(unwrap(await supabase().from("notes").delete().eq("id", id).select("id"))),
    onSuccess: (_, id) =>
      toast({
        title: "Note deleted",
        topic: id,
        seconds: 10,
        action: { label: "Undo", run: () => restore.mutate([id]) },
      }),
    onError: (error) => toast({ title: "Failed to delete the note", text: messageOf(error), tone: "danger" }),
    onSettled: refresh,
  });
}

export interface ErasePreview {
  sort: "proposal" | "invoice" | "payment request" | "login" | "same name";
  number: string | null;
  title: string | null;
}

/** What erasing a person would keep, and what a person has to see to. */
export const erasePreviewQuery = (contact: string) =>
  queryOptions({
    queryKey: ["records", "contacts", "erase", contact],
    queryFn: async (): Promise<ErasePreview[]> => rowsOf<ErasePreview>(await call("erase_preview", { contact })),
    staleTime: 0,
  });

const namingFileSchema = z.object({
  versionId: z.string(),
  documentId: z.string(),
  title: z.string(),
  no: z.number(),
  fileName: z.string(),
  /** Filed by the server, such as a signed proposal: it stays. */
  readOnly: z.boolean(),
});
/** A stored file that names the person, or that cannot be read. */
export type NamingFile = z.output<typeof namingFileSchema>;

const filesReadSchema = z.object({
  found: z.array(namingFileSchema),
  unread: z.array(namingFileSchema),
  read: z.number(),
  inAll: z.number(),
  /** Null: all are read. */
  next: z.nullable(z.string()),
});
export type FilesRead = z.output<typeof filesReadSchema>;

/** The contents of all stored files, page after page. While documents are off, there is no such address. */
export const namingFilesQuery = (contact: string) =>
  infiniteQueryOptions({
    queryKey: ["records", "contacts", "erase", contact, "files"],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }): Promise<FilesRead | null> => {
      try {
        return await callApi(`/documents/people/${contact}${pageParam ? `?after=${pageParam}` : ""}`, filesReadSchema);
      } catch (error) {
        if (error instanceof RequestError && error.status === 404) return null;
        throw error;
      }
    },
    getNextPageParam: (page) => page?.next ?? undefined,
    staleTime: 0,
    gcTime: 0,
  });

/** What becomes of a file: kept for a reason, or without one deleted. */
export interface FileDecision {
  version: string;
  keep?: string;
}

export async function eraseContact(contact: string, files: FileDecision[]) {
  await call("erase_contact", { contact, files: files.map(({ version, keep }) => ({ version, keep: keep ?? null })) });
}
