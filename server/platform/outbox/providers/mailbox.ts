// A mailbox's own mail server, as its owner's mail program uses it. The bytes are kept before they leave: the copy in Sent is made of them.
import { createTransport } from "nodemailer";
import type { Provider } from "../outgoing.ts";
import { composed } from "./compose.ts";
import { deliverBySmtp } from "./smtp.ts";

export interface MailAccount {
  /** "Noor Marchetti <noor@guidevane.example>". */
  from: string;
  /** Resolved and checked: the address that was looked at is the one that is called. */
  host: string;
  /** The name in the server's certificate. */
  serverName: string;
  port: number;
  tls: "implicit" | "starttls" | "none";
  user: string;
  auth: { password: string } | { accessToken: string };
}

export interface SendingMailbox {
  /** Throws a PermanentFailure where trying again is of no use; another error passes. */
  account(): Promise<MailAccount>;
  /** Another attempt replaces what was kept. */
  keep(outboxId: string, bytes: Buffer): Promise<void>;
}

export function createMailbox(mailbox: SendingMailbox): Provider {
  let ready: { account: MailAccount; bytes: Buffer } | undefined;
  return {
    name: "mailbox",
    async prepare(message) {
      const account = await mailbox.account();
      const compose = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message: bytes } = await compose.sendMail(composed(message, account.from));
      await mailbox.keep(message.id, bytes as Buffer);
      ready = { account, bytes: bytes as Buffer };
    },
    async deliver({ to, alsoTo = [], cc = [] }) {
      if (!ready) throw new Error("The mail was not prepared");
      const { account, bytes } = ready;
      const { refused } = await deliverBySmtp(optionsOf(account), {
        envelope: { from: addressOf(account.from), to: [to, ...alsoTo, ...cc] },
        raw: bytes,
      });
      return refused.length > 0 ? { refused } : undefined;
    },
  };
}

const addressOf = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;

const optionsOf = ({ host, serverName, port, tls, user, auth }: MailAccount) => ({
  host,
  port,
  secure: tls === "implicit",
  requireTLS: tls === "starttls",
  ignoreTLS: tls === "none",
  tls: { servername: serverName },
  auth: "password" in auth ? { user, pass: auth.password } : { type: "OAuth2", user, accessToken: auth.accessToken },
});
