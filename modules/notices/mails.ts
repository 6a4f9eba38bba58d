// What the team's chat is told of.
import { z } from "zod";
import { mail } from "#server/platform/outbox/mails.ts";
import { plainTitle } from "./notice.ts";

export const mails = {
  team: mail(
    z.object({ what: z.string(), record_type: z.string(), name: z.string().nullable() }),
    ({ what, record_type, name }) => ({ subject: plainTitle({ what, record_type }), text: name ?? "" }),
  ),
};
