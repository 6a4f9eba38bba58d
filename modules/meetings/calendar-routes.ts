// Shapes of the module's own endpoints, known to both sides.
import * as z from "zod/mini";

export const connectBody = z.object({
  kind: z.enum(["caldav", "ics"]),
  url: z.string().check(z.minLength(1), z.maxLength(2000)),
  user: z.optional(z.string().check(z.maxLength(320))),
  password: z.optional(z.string().check(z.maxLength(1000))),
  name: z.optional(z.string().check(z.maxLength(200))),
  /** Of what a first call found. Without it, nothing is stored. */
  chosen: z.optional(
    z.array(z.object({ url: z.string(), name: z.string(), writes: z.boolean() })).check(z.maxLength(50)),
  ),
});
export type ConnectBody = z.infer<typeof connectBody>;

export const connectAnswer = z.union([
  /** What there is to choose from. */
  z.object({ found: z.array(z.object({ url: z.string(), name: z.string(), mayWrite: z.boolean() })) }),
  z.object({ connected: z.array(z.string()) }),
  /** `reason` has its words in meeting.ts. */
  z.object({ failed: z.string(), host: z.string() }),
]);
export const readAnswer = z.object({ ok: z.boolean(), busy: z.number(), reason: z.nullable(z.string()) });
export const feedAnswer = z.object({ address: z.string() });
export const passwordBody = z.object({ password: z.string().check(z.minLength(1), z.maxLength(1000)) });
export const providerAnswer = z.object({
  hasKey: z.boolean(),
  hasSecret: z.boolean(),
  eventType: z.nullable(z.string()),
  webhook: z.string(),
  lastEventAt: z.nullable(z.string()),
  meetings: z.number(),
});
