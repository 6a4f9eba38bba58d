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
/** Services whose calendars this office can connect: those that it has a client of. */
export const servicesAnswer = z.object({ google: z.boolean(), microsoft: z.boolean(), returnsTo: z.string() });
export const serviceBody = z.object({ kind: z.enum(["google", "microsoft"]) });
export const sentAnswer = z.object({ address: z.string() });
/** What came back in the address of the page, as it is. */
export const returnBody = z.object({
  state: z.string().check(z.maxLength(200)),
  code: z.optional(z.string().check(z.maxLength(4000))),
  error: z.optional(z.string().check(z.maxLength(200))),
});
export const returnAnswer = z.union([
  z.object({
    kind: z.enum(["google", "microsoft"]),
    account: z.string(),
    found: z.array(z.object({ id: z.string(), name: z.string() })),
    hasOwn: z.boolean(),
    /** Calendars of this account that had been signed out and are read again. */
    again: z.number(),
  }),
  z.object({ failed: z.string() }),
]);
export const chooseBody = z.object({
  state: z.string().check(z.maxLength(200)),
  reads: z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(50)),
  writes: z.boolean(),
});
export const chooseAnswer = z.union([z.object({ connected: z.array(z.string()) }), z.object({ failed: z.string() })]);
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
