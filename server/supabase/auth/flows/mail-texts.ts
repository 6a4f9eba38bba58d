// The words of our mail about accounts, and the plain frame they are in. To add a mail: its name in MailKind, its
// words in mailTexts; anyone who sends it calls sendTokenMail (send-mail.ts) with that name.
import { colours } from "#content/colours.gen.ts";
import type { Message } from "#server/platform/mail/mail.ts";

interface MailText {
  subject: string;
  /** Why this mail came, in a sentence or two. */
  body: string;
  /** Words on the link. */
  action?: string;
  /** What to do if it was not you. */
  otherwise: string;
}

export type MailKind =
  | "confirmation"
  | "recovery"
  | "magic_link"
  | "invite"
  | "email_change_current"
  | "email_change_new"
  | "reauthentication";

export const mailTexts: Record<MailKind, (site: string, newEmail: string) => MailText> = {
  confirmation: (site) => ({
    subject: "Confirm your e-mail address",
    body: `Someone signed up at ${site} with this address. Confirm it to finish.`,
    action: "Confirm address",
    otherwise:
      "If it was not you, do not confirm: the person who signed up would have an account with your address. " +
      "Ignored, this mail changes nothing.",
  }),
  recovery: (site) => ({
    subject: "Reset your password",
    body: `Someone asked to reset the password of your account at ${site}.`,
    action: "Choose a new password",
    otherwise: "If it was not you, ignore this mail. Your password stays as it is.",
  }),
  magic_link: (site) => ({
    subject: "Your sign-in link",
    body: `Use this link to sign in at ${site}. It works once.`,
    action: "Sign in",
    otherwise: "If you did not ask for it, ignore this mail.",
  }),
  invite: (site) => ({
    subject: `You are invited to ${site}`,
    body: `You have been invited to create an account at ${site}.`,
    action: "Accept the invitation",
    otherwise: "If you do not expect an invitation, ignore this mail.",
  }),
  email_change_current: (site, newEmail) => ({
    subject: "Confirm the change of your e-mail address",
    body: `Someone asked to change the address of your account at ${site} to ${newEmail}. Both mailboxes have to agree.`,
    action: "Agree to the change",
    otherwise: "If it was not you, ignore this mail and change your password.",
  }),
  email_change_new: (site, newEmail) => ({
    subject: "Confirm your new e-mail address",
    body: `Someone asked to use ${newEmail} for an account at ${site}. Both mailboxes have to agree.`,
    action: "Confirm new address",
    otherwise: "If it was not you, ignore this mail.",
  }),
  reauthentication: (site) => ({
    subject: "Your confirmation code",
    body: `Enter this code at ${site} to confirm that it is you.`,
    otherwise: "If you did not ask for it, change your password.",
  }),
};

/** A setting in words: 600 is "10 minutes". */
export function durationInWords(seconds: number): string {
  const [amount, unit] =
    seconds % 3600 === 0
      ? [seconds / 3600, "hour"]
      : seconds % 60 === 0
        ? [seconds / 60, "minute"]
        : [seconds, "second"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

const escape = (text: string) => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

export function composeMail(
  to: string,
  words: MailText,
  given: { link?: string; code: string; name: string; linkSeconds: number; codeSeconds: number },
): Message {
  const { link, code, name } = given;
  const codeLives = durationInWords(given.codeSeconds);
  const linkLives = `The link is valid for ${durationInWords(given.linkSeconds)}.`;
  const text = [
    words.body,
    ...(link && words.action ? [`${words.action}:\n${link}\n${linkLives}`] : []),
    `${link ? "If you are asked for a code: " : "Code: "}${code}\nIt is valid for ${codeLives}.`,
    words.otherwise,
    `${name}\nSet the angle.`,
  ].join("\n\n");
  const font = "font-family:Georgia,'Times New Roman',serif";
  const sans = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif";
  const button =
    link && words.action
      ? `<p style="margin:28px 0"><a href="${escape(link)}" style="${sans};display:inline-block;padding:13px 22px;` +
        `background:${colours.paper.accent};color:${colours.paper["on-accent"]};text-decoration:none;font-weight:600;border-radius:3px 3px 16px 3px">` +
        `${escape(words.action)}</a></p>` +
        `<p style="${sans};font-size:15px;line-height:1.5;margin:0">${linkLives}</p>`
      : "";
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(words.subject)}</title></head>
<body style="margin:0;padding:0;background:${colours.nil.ground};color:${colours.paper.ink}">
<div style="max-width:34rem;margin:0 auto;padding:32px 16px">
<div style="background:${colours.paper.ground};padding:36px 32px;border-radius:0 0 40px 0">
<p style="${font};font-size:22px;margin:0 0 24px;letter-spacing:-0.02em">${escape(name)}</p>
<h1 style="${font};font-size:30px;line-height:1.1;font-weight:400;margin:0 0 16px;letter-spacing:-0.02em">${escape(words.subject)}</h1>
<p style="${sans};font-size:16px;line-height:1.58;margin:0">${escape(words.body)}</p>
${button}
<p style="${sans};font-size:15px;line-height:1.5;margin:24px 0 0">${link ? "If you are asked for a code" : "Your code"}, valid for ${codeLives}:</p>
<p style="font-family:ui-monospace,Menlo,Consolas,monospace;font-size:${link ? 18 : 26}px;letter-spacing:0.18em;margin:8px 0 24px">${escape(code)}</p>
<p style="${sans};font-size:13px;line-height:1.45;margin:0;padding-top:16px;border-top:1px solid ${colours.nil.ground}">${escape(words.otherwise)}</p>
</div>
<p style="${font};font-size:14px;margin:20px 32px 0">Set the angle.</p>
</div>
</body>
</html>
`;
  return { to, subject: words.subject, text, html, ...(link && { link }) };
}
