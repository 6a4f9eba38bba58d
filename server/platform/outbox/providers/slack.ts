import { postTo, type Provider } from "../outgoing.ts";

/** Notices to the team's channel. Text only: addresses that open a page do not belong there. */
export function createSlack(webhook: string): Provider {
  return {
    name: "slack",
    async deliver({ subject, text }) {
      const response = await postTo("Slack", webhook, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        // Slack reads <, > and & as its own marks.
        body: JSON.stringify({ text: plain(text === "" ? subject : `*${subject}*\n${text}`), unfurl_links: false }),
      });
      await response.body?.cancel();
      return undefined;
    },
  };
}

const plain = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
