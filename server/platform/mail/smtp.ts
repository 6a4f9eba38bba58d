import { createTransport } from "nodemailer";
import { type Deliver, PermanentFailure, UncertainDelivery } from "./mail.ts";

/** Nothing was sent when these happen. */
const neverReached = new Set(["EDNS", "ENOTFOUND", "ETLS", "EAUTH"]);

export function createSmtp(url: string, from: string): Deliver {
  const transport = createTransport(url, { from });
  return async ({ to, subject, text, html }, id) => {
    try {
      const host = from.split("@").at(-1)?.replace(/>$/, "") ?? "localhost";
      // An object, not a list in a string: a comma in an address cannot add a second recipient.
      await transport.sendMail({ to: { name: "", address: to }, subject, text, html, messageId: `<${id}@${host}>` });
    } catch (error) {
      const {
        responseCode = 0,
        code = "",
        syscall,
      } = error as { responseCode?: number; code?: string; syscall?: string };
      // The provider's answer may repeat the address: keep the code, drop the text.
      const message = `The SMTP server answered ${responseCode || "with an error"}`;
      if (responseCode >= 500) throw new PermanentFailure(message);
      // Without an answer the server may have taken the text, unless we never got as far as to speak to it.
      if (responseCode === 0 && syscall !== "connect" && !neverReached.has(code))
        throw new UncertainDelivery("The SMTP server fell silent");
      throw new Error(message, { cause: error });
    }
  };
}
