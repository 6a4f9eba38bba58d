// What was written in answer to an inquiry, with what became of each. The state is the outbox row's (public.inquiry_replies).
import { queryOptions } from "@tanstack/react-query";
import { type MessageFacts, mayStillLeave } from "#domain/message-states.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";

export interface Reply extends MessageFacts {
  subject: string;
  body_text: string;
}

export const repliesQuery = (inquiry: string) =>
  queryOptions({
    queryKey: ["records", "inquiries", "replies", inquiry],
    queryFn: async () => rowsOf<Reply>(await call("inquiry_replies", { inquiry })),
    // One that is about to leave is looked at until it has.
    refetchInterval: ({ state }) =>
      state.data?.some((reply) => mayStillLeave(reply.state) && reply.state !== "held") ? 5000 : 30_000,
  });
