import { createTransport } from "nodemailer";
import { type Deliver, PermanentFailure, UncertainDelivery } from "./mail.ts";

export function createSmtp(url: string, from: string): Deliver {
  const transport = createTransport(url, { from });
  return async ({ to, subject, text, html }, id) => {
    try {
      const host = from.split("@").at(-1)?.replace(/>$/, "") ?? "localhost";
      // An object, not a list in a string: a comma in an address cannot add a second recipient.
      await transport.sendMail({ to: { name: "", address: to }, subject, text, html, messageId: `<${id}@${host}>` });
    } catch (error) {
      const { responseCode = 0, command = "" } = error as { responseCode?: number; command?: string };
      // The provider's answer may repeat the address: keep the code, drop the text.
      const message = `The SMTP server answered ${responseCode || "with an error"}`;
      if (responseCode >= 500) throw new PermanentFailure(message);
      // The text was on its way and no answer came: the server may have taken it.
      if (responseCode === 0 && command === "DATA") throw new UncertainDelivery("The SMTP server fell silent after the text");
      throw new Error(message);
    }
  };
}
