// What /api/mailbox takes and answers. A wrong body is answered 422 with {message, field}; a refusal of the mail server 422 with the steps.
import { z } from "zod";
import { keepLevels, seeLevels } from "./mailbox.ts";

const host = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "Type the name of the server")
  .max(253)
  .regex(/^[a-z0-9.:_-]+$/, "This is no name of a server");
const port = z.number().int().min(1).max(65_535);

export const passwordSignIn = z.object({
  sign_in: z.literal("password"),
  password: z.string().min(1, "Type the password").max(1000),
});
export const oauthSignIn = z.object({
  sign_in: z.literal("oauth2"),
  token_url: z.url({ protocol: /^https?$/, error: "Type the address of the token server" }).max(500),
  client_id: z.string().trim().min(1).max(500),
  client_secret: z.string().max(1000).default(""),
  refresh_token: z.string().trim().min(1).max(5000),
  scope: z.string().trim().max(500).optional(),
});
export const signIn = z.discriminatedUnion("sign_in", [passwordSignIn, oauthSignIn]);
export type SignIn = z.output<typeof signIn>;

export const servers = z.object({
  user_name: z.string().trim().min(1, "Type the user name").max(254),
  imap_host: host,
  imap_port: port.default(993),
  smtp_host: host.nullish(),
  smtp_port: port.nullish(),
});
export type Servers = z.output<typeof servers>;

const address = z.email("Type an address such as dana@example.com").max(254);

/** POST /api/mailbox/test: nothing is stored. Answers `testAnswer`, 200 also when a step fails. */
export const testBody = z.object({ address, ...servers.shape, secret: signIn });
export type TestBody = z.output<typeof testBody>;

export const testSteps = ["resolve", "connect", "sign_in", "folders"] as const;
export const testAnswer = z.object({
  ok: z.boolean(),
  /** In order; after one that failed there is none. `message` is a sentence for people. */
  steps: z.array(
    z.object({ step: z.enum(testSteps), ok: z.boolean(), message: z.string(), reason: z.string().optional() }),
  ),
  /** Of a test that passed. `sent` is null where the server does not say which folder is Sent: ask. */
  folders: z.array(z.object({ path: z.string(), special_use: z.string().nullable(), wanted: z.boolean() })),
  sent: z.string().nullable(),
  has_idle: z.boolean(),
});
export type TestAnswer = z.output<typeof testAnswer>;

/** POST /api/mailbox/mailboxes: tests again, then stores. 201 {id}; 422 {message, steps} when the test fails; 409 when it is connected already. */
export const connectBody = testBody.extend({
  kind: z.enum(["personal", "shared"]),
  keep: z.enum(keepLevels).default("snippet"),
  /** Default: headers for a personal mailbox, text for a shared one. */
  colleagues_see: z.enum(seeLevels).optional(),
  read_since: z.iso.date().optional(),
  keep_months: z.number().int().min(1).max(120).default(24),
  counts_for_ties: z.boolean().default(true),
  /** Paths to read; without it all but Junk, Trash and Drafts. */
  folders: z.array(z.string().max(500)).max(500).optional(),
  sent_folder: z.string().max(500).optional(),
  /** The sentence that was ticked: consentWording() of these choices. */
  consent: z.string().min(1).max(2000).optional(),
});
export type ConnectBody = z.output<typeof connectBody>;
export const connectAnswer = z.object({ id: z.uuid() });

/** POST /api/mailbox/mailboxes/:id/servers: other servers or signing in again. Without `secret` the stored one is used, which is refused for a
 *  new host: 422 "Type the password: it is not sent to a new server." Answers `testAnswer`; stored only if it passed. */
export const changeBody = servers.partial().extend({ imap_port: port.optional(), secret: signIn.optional() });
export type ChangeBody = z.output<typeof changeBody>;

/** GET /api/mailbox/ready: whether mailboxes can be connected here, and what is missing. */
export const readyAnswer = z.object({ ready: z.boolean(), missing: z.string().nullable() });

/** GET /api/mailbox/mails/:id/as-sent: {html}, a whole document without scripts and without anything from outside, for an iframe with
 *  `sandbox=""` and `srcdoc`. 404 when there is none that the caller may read. */
export const asSentAnswer = z.object({ html: z.string() });
