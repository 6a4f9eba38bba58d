import { createTransport, type SendMailOptions } from "nodemailer";
import { MailboxRefused, PermanentFailure, type Provider, UncertainDelivery } from "../outgoing.ts";
import { composed, type Dkim } from "./compose.ts";

interface SmtpError {
  responseCode?: number;
  command?: string;
  code?: string;
  message: string;
}

/** The provider's answer may repeat the address: its code is kept, its text is not. Connections that were never made say why. */
function wordsFor({ responseCode, code, message }: SmtpError): string {
  if (code === "EAUTH") return "The SMTP server did not take our sign-in";
  if (responseCode) return `The SMTP server answered ${responseCode}`;
  if (message.includes("ECONNREFUSED")) return "The SMTP server refused the connection";
  if (code === "EDNS" || /ENOTFOUND|EAI_AGAIN/.test(message)) return "The name of the SMTP server was not found";
  if (code === "ETIMEDOUT" || message.includes("ETIMEDOUT")) return "The SMTP server did not answer in time";
  if (code === "ETLS" || /certificate|SSL|TLS/i.test(message))
    return "No TLS connection to the SMTP server could be made";
  return "The connection to the SMTP server broke";
}

/** Shorter than the lease of a message that is handed over. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** Connects and signs in, and sends nothing. Null when that worked, otherwise why not. */
export async function trySmtp(url: string): Promise<string | null> {
  const transport = createTransport({
    url,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 5000,
  } as object);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return wordsFor(error as SmtpError);
  } finally {
    transport.close();
  }
}

/** One mail over one connection. `refused` are recipients of several that the server will not have; refused by all, it throws. */
export async function deliverBySmtp(options: object, mail: SendMailOptions): Promise<{ refused: string[] }> {
  // Until it has heard DATA the server has nothing of ours: whatever happens before is no reason for doubt.
  let saidData = false;
  const logger = {
    debug: (entry: { tnx?: string }, words?: string) => {
      if (entry.tnx === "client" && words === "DATA") saidData = true;
    },
    ...Object.fromEntries(["trace", "info", "warn", "error", "fatal", "level"].map((level) => [level, () => {}])),
  };
  const transport = createTransport({ ...options, ...patience, logger, transactionLog: true } as object);
  try {
    const { rejectedErrors = [] } = (await transport.sendMail(mail)) as { rejectedErrors?: Rejected[] };
    return { refused: rejectedErrors.flatMap(({ responseCode, recipient }) => (responseCode >= 500 ? recipient : [])) };
  } catch (error) {
    const { responseCode = 0, command = "" } = error as SmtpError;
    const words = wordsFor(error as SmtpError);
    if (responseCode >= 500) {
      if (command === "RCPT TO") throw new MailboxRefused(words);
      throw new PermanentFailure(words);
    }
    if (responseCode === 0 && saidData) throw new UncertainDelivery("The SMTP server fell silent");
    throw new Error(words, { cause: error });
  } finally {
    transport.close();
  }
}

interface Rejected {
  responseCode: number;
  recipient: string;
}

export const createSmtp = (url: string, from: string, dkim?: Dkim): Provider => ({
  name: "smtp",
  async deliver(message) {
    const { refused } = await deliverBySmtp({ url }, composed(message, from, dkim));
    return refused.length > 0 ? { refused } : undefined;
  },
});
