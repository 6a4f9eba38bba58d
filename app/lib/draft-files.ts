// Drafts that were exported to the server's drafts folder: the list, a new one, and a file of one's own.
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { Brief } from "#domain/brief.ts";
import { callApi, fetchApi } from "./api.ts";

const draftsSchema = z.object({
  drafts: z.array(
    z.object({
      id: z.string(),
      /** By the folder conventions: /GV/Drafts/Norrfall/Norrfall brief.pdf */
      path: z.string(),
      bytes: z.number(),
      saved_at: z.string(),
    }),
  ),
});
type DraftFile = z.output<typeof draftsSchema>["drafts"][number];
const listSchema = z.extend(draftsSchema, { total: z.number() });

/** The newest drafts, of all assets or of one. */
export const draftFilesQuery = (asset?: string) =>
  queryOptions({
    queryKey: ["draft-files", asset ?? null],
    queryFn: () => {
      const query = asset === undefined ? "" : `?${new URLSearchParams({ asset })}`;
      return callApi(`/drafts${query}`, listSchema);
    },
  });

/** Drafts are always allowed. Writes the brief as PDF and as Markdown. */
export const exportDraft = (asset: string, brief: Brief) =>
  callApi("/drafts", draftsSchema, { method: "POST", body: { asset, brief } });

/** Hands the file to the browser as a download. */
export async function downloadDraft({ id, path }: DraftFile) {
  const file = await (await fetchApi(`/drafts/${id}`)).blob();
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = path.slice(path.lastIndexOf("/") + 1);
  link.click();
  // The browser takes the file some time after the click: an address that is gone by then gives no file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
