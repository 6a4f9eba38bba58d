// Every query and change of the desk's side of the client area.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "#app/lib/api.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";

const key = ["client-area"] as const;

export type Of = { account: string } | { contact: string };
const filterOf = (of: Of) =>
  "account" in of ? ({ account_id: of.account } as const) : ({ contact_id: of.contact } as const);

/** People of a company with access, or the access of one person. */
export const accessQuery = (of: Of) =>
  queryOptions({
    queryKey: [...key, "access", of],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from("client_access")
          .select(
            "id, account_id, contact_id, user_id, scope, bound_to, granted_at, seen_at, contact:contacts(name, email)",
          )
          .match(filterOf(of))
          .is("revoked_at", null)
          .order("granted_at")
          .abortSignal(signal),
      ),
    staleTime: 5000,
  });

export const messagesQuery = (account: string) =>
  queryOptions({
    queryKey: [...key, "messages", account],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from("client_messages")
          .select("id, body, at, read_at, staff_id, staff:staff(name), contact:contacts(name)")
          .eq("account_id", account)
          .order("at", { ascending: false })
          .limit(50)
          .abortSignal(signal),
      ),
    staleTime: 5000,
  });

export const wantedQuery = (account: string) =>
  queryOptions({
    queryKey: [...key, "wanted", account],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from("client_file_requests")
          .select("id, title, due_on")
          .eq("account_id", account)
          .is("done_at", null)
          .is("cancelled_at", null)
          .order("due_on")
          .abortSignal(signal),
      ),
    staleTime: 5000,
  });

/** What the company could be shown, newest first. */
export const documentsQuery = (account: string) =>
  queryOptions({
    queryKey: [...key, "documents", account],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from("documents")
          .select("id, title, source, client_since")
          .eq("account_id", account)
          .is("archived_at", null)
          .order("updated_at", { ascending: false })
          .limit(200)
          .abortSignal(signal),
      ),
    staleTime: 5000,
  });

/** People of the company who could get access. */
export const peopleQuery = (account: string) =>
  queryOptions({
    queryKey: [...key, "people", account],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from("contacts")
          .select("id, name, email")
          .eq("account_id", account)
          .not("email", "is", null)
          .order("name")
          .limit(200)
          .abortSignal(signal),
      ),
    staleTime: 5000,
  });

export const accountOfQuery = (contact: string) =>
  queryOptions({
    queryKey: [...key, "account of", contact],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().from("contacts").select("account_id").eq("id", contact).abortSignal(signal))[0]
        ?.account_id ?? null,
    staleTime: 60_000,
  });

export const settingsQuery = queryOptions({
  queryKey: [...key, "settings"],
  queryFn: async ({ signal }) =>
    unwrap(await supabase().from("client_area_settings").select("welcome, hidden").abortSignal(signal))[0] ?? {
      welcome: "",
      hidden: [],
    },
});

/** Runs a change, refreshes the area's queries and the timeline, and says what failed. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>, failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ["timeline"] })]),
    onError: (error) => toast({ title: failed, text: messageOf(error), tone: "danger" }),
  });
}

export const useGiveAccess = () =>
  useChange(
    (given: { contact: string; scope: "all" | "own" }) => call("give_client_access", given),
    "Access was not given",
  );
export const useTakeAccess = () =>
  useChange((access: string) => call("take_client_access", { access }), "Access was not taken back");
export const useConfirmAccess = () =>
  useChange(
    (confirmed: { access: string; address: string }) => call("confirm_client_access", confirmed),
    "The address was not confirmed",
  );
export const useAnswer = () =>
  useChange(
    (written: { account: string; words: string }) => call("answer_client", written),
    "The message was not sent",
  );
export const useMarkRead = () =>
  useChange((account: string) => call("read_client_messages", { account }), "The messages were not marked as read");
export const useAskForFile = () =>
  useChange(
    (asked: { account: string; title: string; note: string; due_on: string }) => call("ask_client_for_file", asked),
    "The file was not asked for",
  );
export const useCancelRequest = () =>
  useChange((request: string) => call("cancel_file_request", { request }), "The request was not taken back");
export const useShowDocument = () =>
  useChange(
    (change: { document: string; shown: boolean }) => call("show_document_to_client", change),
    "The document was not changed",
  );
export const useSaveSettings = () =>
  useChange(
    async (set: { welcome: string; hidden: string[] }) =>
      unwrap(await supabase().from("client_area_settings").update(set).eq("id", true).select("id")),
    "Failed to save",
  );

/** Opens the area as this person sees it. */
export const useSeeAsClient = () =>
  useChange(async (contact: string) => {
    const { path } = await callApi(`/client-area/see/${contact}`, z.object({ path: z.string() }), {
      method: "POST",
    });
    // In this tab: a window that opens after an answer is what browsers block. "End" leads back.
    window.location.assign(path);
  }, "Their area cannot be shown");
