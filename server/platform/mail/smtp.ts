import { createTransport } from "nodemailer";
import { PermanentFailure, type Deliver } from "./mail.ts";

export function createSmtp(url: string, from: string): Deliver {
  const transport = createTransport(url, { from });
  return async ({ to, subject, text, html }) => {
    try {
      // An object, not a list in a string: a comma in an address cannot add a second recipient.
      await transport.sendMail({ to: { name: "", address: to }, subject, text, html });
    } catch (error) {
      const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
      // The provider's answer may repeat the address: keep the code, drop the text.
      const message = `The SMTP server answered ${code || "with an error"}`;
      throw code >= 500 ? new PermanentFailure(message) : new Error(message);
    }
  };
}
