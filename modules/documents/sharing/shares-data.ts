// Links to a file: what they show, who has seen them, and every change to them. The address is told once, when a link is made.
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi, fetchApi } from "#app/lib/api.ts";
import { call, rowsOf, withJson } from "#app/lib/typed-answers.ts";
import { documentsKey, useDocumentChange } from "../documents-data.ts";

export const seenSchema = z.object({
  seen: z.nullable(
    z.array(
      z.object({
        at: z.string(),
        kind: z.enum(["fetched", "viewed", "downloaded"]),
        name: z.nullable(z.string()),
        no: z.nullable(z.number()),
      }),
    ),
  ),
});

export interface ShareLink {
  link_id: string;
  hint: string;
  document_id: string;
  title: string;
  account_name: string | null;
  version_id: string | null;
  version_no: number | null;
  allow_download: boolean;
  ask_name: boolean;
  has_password: boolean;
  max_views: number | null;
  message: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  state: "live" | "expired" | "revoked" | "used up";
  created_at: string;
  created_by: string | null;
  fetched: number;
  viewed: number;
  downloaded: number;
  last_at: string | null;
  seen: z.output<typeof seenSchema>["seen"];
}

export interface ShareSettings {
  versionId: string | null;
  allowDownload: boolean;
  askName: boolean;
  maxViews: number | null;
  message: string | null;
  expiresAt: string | null;
  /** Left out: as it is. Null: none. */
  password?: string | null;
}

export const sharesQuery = (documentId: string | null) =>
  queryOptions({
    queryKey: [...documentsKey, "shares", documentId],
    queryFn: async ({ signal }): Promise<ShareLink[]> =>
      rowsOf<ShareLink>(
        withJson("share_list", seenSchema, await call("share_list", { of_document: documentId }, signal)),
      ),
    staleTime: 5000,
  });

export const useMakeShare = () =>
  useDocumentChange(
    (share: ShareSettings & { documentId: string }) =>
      callApi("/documents/shares", z.object({ linkId: z.string(), address: z.string() }), {
        method: "POST",
        body: share,
      }),
    "Failed to make the link",
  );
export const useChangeShare = () =>
  useDocumentChange(
    ({ linkId, ...settings }: ShareSettings & { linkId: string }) =>
      fetchApi(`/documents/shares/${linkId}`, { method: "PATCH", body: settings }),
    "Failed to save the link",
  );
export const useRevokeShare = () =>
  useDocumentChange(
    (linkId: string) => fetchApi(`/documents/shares/${linkId}/revoke`, { method: "POST" }),
    "Failed to take the link back",
  );
