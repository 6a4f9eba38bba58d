// Texts of the templates module that answer a message, offered beside the built-in ones while that module is on.
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "#app/lib/api.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";

export interface ReplyText {
  id: string;
  name: string;
  purpose: string;
  state: string;
}

export const replyTextsQuery = queryOptions({
  queryKey: ["inquiries", "reply texts"],
  queryFn: async () => {
    const live = unwrap(await supabase().from("modules").select("key").eq("key", "templates").eq("live", true));
    if ((live as unknown[]).length === 0) return [];
    const texts = rowsOf<ReplyText>(await call("template_list", { archived: false }));
    return texts.filter(({ purpose, state }) => purpose === "transactional" && state === "ready");
  },
  staleTime: 60_000,
});

/** Filled for the sender of an inquiry. A tag without a value stands as {title}, which keeps the reply from being queued. */
export const fillReply = (text: string, inquiry: { id: string; contact_id?: string | null }) =>
  callApi("/templates/fill", z.object({ subject: z.string(), text: z.string() }), {
    method: "POST",
    body: { template_id: text, inquiry_id: inquiry.id, ...(inquiry.contact_id && { contact_id: inquiry.contact_id }) },
  });
