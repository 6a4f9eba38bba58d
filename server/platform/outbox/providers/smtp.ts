import { createTransport } from "nodemailer";
import { MailboxRefused, type Outgoing, PermanentFailure, type Provider, UncertainDelivery } from "../outgoing.ts";
import { composed, type Dkim } from "./compose.ts";

interface SmtpError {
  responseCode?: number;
  command?: string;
}

/** Shorter than the lease of a message that is handed over. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

export function createSmtp(url: string, from: string, dkim?: Dkim): Provider {
  async function deliver(message: Outgoing) {
    // Until it has heard DATA the server has nothing of ours: whatever happens before is no reason for doubt.
    let saidData = false;
    const logger = {
      debug: (entry: { tnx?: string }, words?: string) => {
        if (entry.tnx === "client" && words === "DATA") saidData = true;
      },
      ...Object.fromEntries(["trace", "info", "warn", "error", "fatal", "level"].map((level) => [level, () => {}])),
    };
    const transport = createTransport({ url, ...patience, logger, transactionLog: true } as object);
    try {
      await transport.sendMail(composed(message, from, dkim));
      return undefined;
    } catch (error) {
      const { responseCode = 0, command = "" } = error as SmtpError;
      // The provider's answer may repeat the address: keep the code, drop the text.
      const words = `The SMTP server answered ${responseCode || "with an error"}`;
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
  return { name: "smtp", deliver };
}
