// Every query of notices. Those of the bell begin with "notices", so that a word on the live stream refreshes them.
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import type { MailChoice, Notice, NoticeKind } from "./notice.ts";

export interface ShownNotice extends Notice {
  at: string;
  day: string;
  days_ago: number;
  read_at: string | null;
}

export const noticesKey = ["notices"] as const;
export const refreshNotices = (client: QueryClient) => void client.invalidateQueries({ queryKey: noticesKey });
const pageSize = 30;

export const unreadQuery = queryOptions({
  queryKey: [...noticesKey, "unread"],
  queryFn: ({ signal }) => call("my_unread_notices", {}, signal),
  // Besides the live stream, which may be closed.
  refetchInterval: 30_000,
});

export const noticesQuery = infiniteQueryOptions({
  queryKey: [...noticesKey, "list"],
  initialPageParam: undefined as number | undefined,
  queryFn: async ({ pageParam, signal }): Promise<ShownNotice[]> =>
    rowsOf<ShownNotice>(await call("my_notices", { most: pageSize, ...(pageParam && { before: pageParam }) }, signal)),
  getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
});

/** Without ids: all. */
export const readNotices = (ids?: readonly number[]) => call("read_notices", ids ? { ids: [...ids] } : {});

export interface Choice {
  kind: NoticeKind;
  screen: boolean;
  mail: MailChoice;
}
export const choicesQuery = queryOptions({
  queryKey: ["notice-choices"],
  queryFn: async ({ signal }): Promise<Choice[]> => rowsOf<Choice>(await call("my_notice_choices", {}, signal)),
});
export const choose = ({ kind, screen, mail }: Choice) => call("choose_notice", { kind, screen, mail });

export interface Chat {
  kinds: string[];
  with_names: boolean;
}
export const chatQuery = queryOptions({
  queryKey: ["notice-chat"],
  queryFn: async ({ signal }): Promise<Chat | null> =>
    unwrap(await supabase().from("notice_chat").select("kinds, with_names").abortSignal(signal).maybeSingle()),
});
export const saveChat = async (chat: Chat) =>
  unwrap({ ...(await supabase().from("notice_chat").update(chat).eq("id", true)), data: true });

export const followQuery = (id: string) =>
  queryOptions({
    queryKey: ["follows", id],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().from("follows").select("record_id").eq("record_id", id).abortSignal(signal)).length > 0,
  });
export type Followed = "account" | "contact" | "deal" | "inquiry";
export const follow = async (type: Followed, id: string, on: boolean) =>
  unwrap({
    ...(await (on
      ? supabase().from("follows").insert({ record_type: type, record_id: id })
      : supabase().from("follows").delete().eq("record_id", id))),
    data: true,
  });
