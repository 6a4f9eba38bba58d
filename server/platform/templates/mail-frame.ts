// The page around a mail that a template made: plain as a letter, and with the way to unsubscribe below outreach.
import { colours } from "#content/colours.gen.ts";
import { escapeHtml } from "../safe-text.ts";

const unsubscribe = "If you would rather not hear from us again, unsubscribe here:";
const tag = "{{unsubscribe_url}}";

export function mailFrame(mail: {
  subject: string;
  text: string;
  html: string;
  outreach: boolean;
  /** Who writes, and where they are: required below outreach. */
  from: string;
}): {
  text: string;
  html: string;
} {
  const { from } = mail;
  const foot = (has: string) => (mail.outreach && !has.includes(tag) ? `${unsubscribe} ${tag}` : null);
  const [inText, inHtml] = [foot(mail.text), foot(mail.html)];
  return {
    text:
      [mail.text, ...(mail.outreach ? [`--\n${[inText, from].filter(Boolean).join("\n")}`] : [])].join("\n\n") + "\n",
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(mail.subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:${colours.paper.ground};color:${colours.paper.ink};font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.58">
<div style="max-width:36rem">
${mail.html}
${
  mail.outreach
    ? `<p style="font-size:13px;line-height:1.45;margin:24px 0 0;padding-top:12px;border-top:1px solid ${colours.nil.ground}">${
        inHtml ? `${unsubscribe} <a href="${tag}">${tag}</a><br>` : ""
      }${escapeHtml(from)}</p>\n`
    : ""
}</div>
</body>
</html>
`,
  };
}
