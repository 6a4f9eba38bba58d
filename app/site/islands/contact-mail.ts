/** What the contact form holds. */
export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
  subscribe: boolean;
}

/** One line: no line break or other control character survives, so nothing typed here can begin a mail header. */
// oxlint-disable-next-line no-control-regex -- control characters are what it removes
const oneLine = (text: string) => text.replace(/[\u0000-\u001F\u007F\u0085\u2028\u2029]+/g, " ").trim();

/** The text of the mail, as it is shown. */
export const mailText = ({ name, email, message, subscribe }: ContactMessage) =>
  [
    `Name: ${oneLine(name)}`,
    `Email: ${oneLine(email)}`,
    "",
    message.replace(/\r\n?|\n/g, "\n"),
    "",
    `Subscribe to updates: ${subscribe ? "yes" : "no"}`,
  ].join("\n");

/** A mail link to us with the message in it. Every typed character is encoded; mail wants CRLF line ends. */
export function contactMail(to: string, message: ContactMessage) {
  const body = mailText(message).replaceAll("\n", "\r\n");
  return `mailto:${to}?subject=${encodeURIComponent(oneLine(message.subject))}&body=${encodeURIComponent(body)}`;
}
